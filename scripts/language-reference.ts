// Owns: docs/reference/language.md and diagnostics.md: what archnights/rtl-gen exports, out of its declarations and docstrings, and every code.
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { relative } from 'node:path'
import ts from 'typescript'
import { codes } from '../rtl-gen/diagnostics/index.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const written = 'Written by `npm run docs`.'

/** What each folder of rtl-gen is to a user, in the order in which they meet it. */
const parts: readonly (readonly [folder: string, title: string])[] = [
  ['rtl-gen/dsl/', 'The language'], ['rtl-gen/lib/', 'Library'], ['rtl-gen/simulate', 'Simulation'], ['rtl-gen/sim/', 'The simulator below'], ['rtl-gen/waves/', 'Waves'],
  ['rtl-gen/coverage/', 'Coverage'], ['rtl-gen/backends/', 'Output'], ['rtl-gen/cost/', 'Cost'], ['rtl-gen/passes/', 'Checks'], ['rtl-gen/diagnostics/', 'Diagnostics'], ['rtl-gen/fuzz/', 'Random designs'],
  ['rtl-gen/ir/', 'The design as data'],
]

interface Item { readonly name: string; readonly file: string; readonly line: number; readonly signature: string; readonly text: string; readonly members: readonly string[] }

/** Type parameters that only carry the compiler's sentences, and the body, say nothing to a reader. */
const plain = (text: string): string => text
  .replace(/<const V[^(]*?>\(|<V extends number, E extends string>\(/g, '(')
  .replace(/Same<W, V, D, E>/g, 'Uint<W, D>').replace(/SameSint<W, V, D, E>/g, 'Sint<W, D>')
  .replace(/^(export|declare) /gm, '').replace(/^declare /gm, '').replace(/\s+/g, ' ').trim()

function signatureOf(d: ts.Declaration, source: ts.SourceFile): string {
  if (ts.isFunctionDeclaration(d)) return plain(source.text.slice(d.getStart(source), d.body?.getStart(source) ?? d.end))
  if (ts.isVariableDeclaration(d)) {
    if (d.initializer && ts.isArrowFunction(d.initializer)) return plain(`const ${d.name.getText(source)} = ${source.text.slice(d.initializer.getStart(source), d.initializer.equalsGreaterThanToken.end)}`).replace(/ =>$/, '')
    return plain(`const ${d.name.getText(source)}${d.type ? `: ${d.type.getText(source)}` : ''}`)
  }
  if (ts.isInterfaceDeclaration(d)) return plain(source.text.slice(d.getStart(source), d.members.pos - 1))
  if (ts.isClassDeclaration(d)) return `class ${d.name?.text ?? ''}`
  const text = plain(d.getText(source))
  return text.length > 200 ? `${text.slice(0, 200)} ...` : text
}

const cell = (text: string): string => text.replaceAll('|', '\\|').replace(/\s*\n\s*/g, ' ')

function membersOf(d: ts.Declaration, source: ts.SourceFile, checker: ts.TypeChecker): string[] {
  if (!ts.isInterfaceDeclaration(d)) return []
  const all = d.members.flatMap((m) => {
    const symbol = m.name && checker.getSymbolAtLocation(m.name)
    const doc = symbol ? ts.displayPartsToString(symbol.getDocumentationComment(checker)) : ''
    return m.name && !ts.isComputedPropertyName(m.name) ? [{ line: `| \`${cell(plain(m.getText(source)).replace(/^readonly |;$/g, ''))}\` | ${cell(doc)} |`, doc }] : []
  })
  // Members without a word are how the types work inside.
  return all.some((m) => m.doc) ? all.map((m) => m.line) : []
}

function items(): Item[] {
  const program = ts.createProgram([`${root}rtl-gen/index.ts`], { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.NodeNext, allowImportingTsExtensions: true, noEmit: true, strict: true, types: [] })
  const checker = program.getTypeChecker(), door = program.getSourceFile(`${root}rtl-gen/index.ts`)!
  return checker.getExportsOfModule(checker.getSymbolAtLocation(door)!).flatMap((exported): Item[] => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported
    const all = symbol.declarations ?? [], first = all[0]
    if (!first) return []
    // Of overloads, the implementation is nobody's business.
    const shown = all.filter((d) => !(ts.isFunctionDeclaration(d) && d.body && all.length > 1))
    const source = first.getSourceFile()
    return [{
      name: exported.name, file: relative(root, source.fileName), line: source.getLineAndCharacterOfPosition(first.getStart(source)).line,
      signature: shown.map((d) => signatureOf(d, source)).join('\n'), text: ts.displayPartsToString(symbol.getDocumentationComment(checker)), members: membersOf(first, source, checker),
    }]
  })
}

const ownsOf = (file: string): string => /^\/\/ Owns: (.*)$/m.exec(readFileSync(`${root}${file}`, 'utf8'))?.[1] ?? ''

function itemText(i: Item): string[] {
  const table = i.members.length > 0 ? ['', '| member | |', '| --- | --- |', ...i.members] : []
  return [`#### ${i.name}`, '', '```ts', i.signature, '```', ...(i.text ? ['', i.text] : []), ...table, '']
}

function languagePage(): string {
  const known = items()
  const sections = parts.flatMap(([folder, title]) => {
    const here = known.filter((i) => i.file.startsWith(folder)), files = [...new Set(here.map((i) => i.file))].sort()
    const byFile = files.flatMap((file) => {
      const own = here.filter((i) => i.file === file).sort((a, b) => a.line - b.line), said = own.filter((i) => i.text || i.members.length > 0), rest = own.filter((i) => !said.includes(i))
      return [`### ${file}`, '', `${ownsOf(file)}`, '', ...said.flatMap(itemText), ...(rest.length > 0 ? [`Also: ${rest.map((i) => `\`${i.name}\``).join(', ')}.`, ''] : [])]
    })
    return here.length === 0 ? [] : [`## ${title}`, '', ...byFile]
  })
  return ['# archnights/rtl-gen', '', `${written} The [guide](../guide/language/1-counter.md) is the place to begin.`, '', ...sections].join('\n')
}

function diagnosticsPage(): string {
  const one = ([code, { title, text, example }]: [string, { title: string; text: string; example: string }]): string => `## ${code}: ${title}\n\n${text}\n\n${example.replace(/^/gm, '    ')}\n`
  return ['# Diagnostics', '', `${written} \`npx archnights explain CODE\` shows the same.`, '', ...Object.entries(codes).map(one)].join('\n')
}

/** The pages by the name of their file in docs/reference. */
export const languagePages = (): Record<string, string> => ({ 'language.md': languagePage(), 'diagnostics.md': diagnosticsPage() })
