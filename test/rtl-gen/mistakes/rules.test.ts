// Owns: mistakes in rules, table by table.
import { arms } from './rules/arms.ts'
import { bodies } from './rules/bodies.ts'
import { memories } from './rules/memories.ts'
import { handshakes } from './rules/streams.ts'
import { values } from './rules/values.ts'
import { cleanWhereFine, tryAll } from './try.ts'

tryAll('values', values)
tryAll('bodies', bodies)
tryAll('arms and checks', arms)
tryAll('memories in use', memories)
tryAll('streams', handshakes)
cleanWhereFine(values, bodies, arms, memories)
