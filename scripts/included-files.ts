// Owns: the blocks of the guide that are files of the repository: `<!-- file PATH -->` stands above each, and `npm run docs` writes them.

const block = /(<!-- file (\S+) -->\n```ts\n)[\s\S]*?(?<=\n)```/g

/** A source as a user of the package has it: without the line that says what it owns in this tree, and importing the package. */
export const asUserFile = (text: string): string => text
  .replace(/^\/\/ Owns: .*\n/, '')
  .replace(/^\/\/\n/, '')
  .replace(/'(?:\.\.\/)+rtl-gen\/index\.ts'(?: \/\/ in a package of your own: from 'archnights\/rtl-gen')?/g, '\'archnights/rtl-gen\'')
  .replace(/ts-blank-space\/register (--test )?examples\/language\//g, 'archnights/register $1')

/** The page with every such block filled; `read` gives the text of a file by its path from the root. */
export const withFiles = (page: string, read: (path: string) => string): string =>
  page.replace(block, (_, head: string, path: string) => `${head}${asUserFile(read(path))}\`\`\``)
