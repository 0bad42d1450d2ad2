// Owns: the list of the tables that `npm run report` makes.
import { areaTable } from './area.ts'
import { bandwidthTable } from './bandwidth.ts'
import { besideTable } from './beside.ts'
import type { ReportContext } from './cache.ts'
import { historyTable } from './history.ts'
import { oModeTable } from './o-mode.ts'
import { policyTable } from './policy.ts'
import { slicesTable } from './slices.ts'
import type { Table } from './table.ts'
import { tokensTable } from './tokens.ts'

interface Entry { readonly name: string; readonly says: string; /** On two cores, nothing kept. */ readonly takes: string; readonly make: (context: ReportContext) => Promise<Table> }

export const tables = [
  { name: 'area', says: 'LUTs, flip-flops and RAM of the unit and of the small Rocket tile', takes: '8 minutes', make: areaTable },
  { name: 'bandwidth', says: 'bytes and beats a cycle both ways, cycles to the first beat', takes: '2 minutes', make: bandwidthTable },
  { name: 'history', says: 'history length against cycles of a query, with a plot', takes: 'seconds', make: historyTable },
  { name: 'slices', says: 'answers cut into slices by the budget', takes: 'seconds', make: slicesTable },
  { name: 'o-mode', says: 'O-mode in hardware against two loops in software, on Rocket', takes: '10 minutes', make: oModeTable },
  { name: 'beside', says: 'what memory accesses and a lock of the hart suffer beside a stream, on Rocket', takes: '3 minutes', make: besideTable },
  { name: 'tokens', says: 'each token of a history computed once, and what each dropped hypothesis costs, with the small model', takes: '8 minutes', make: tokensTable },
  { name: 'policy', says: 'what keeping or dropping a history costs against the best in hindsight', takes: 'seconds', make: policyTable },
] as const satisfies readonly Entry[]
export type TableName = (typeof tables)[number]['name']
