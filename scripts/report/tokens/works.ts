// Owns: the conversations that are measured.
import { encodeRecord } from '../../../sim-harness/bridge/history/records.ts'
import { joined } from '../../../sim-harness/bridge/slot-mirror.ts'
import type { Work } from './ways.ts'

const example = (request: string, command: string) => [encodeRecord('priestess', request), encodeRecord('oracle', command)]
const nouns = ['notes', 'readme', 'data', 'log', 'report', 'list', 'draft', 'plan', 'todo', 'index']
const requests = [
  (n: string) => `list the files in /${n}`, (n: string) => `print the file ${n}.txt`, (n: string) => `make a directory called ${n}`, (n: string) => `remove the file ${n}.md`, () => 'show the date',
]

/** The shell agent of four examples: records, each ended by the model's own stop token. */
export const shellAgent: Work = {
  begin: joined([
    encodeRecord('system', 'You are a shell agent. Answer with one shell command.'),
    ...example('list the files in /tmp', 'ls /tmp'), ...example('print the file notes.txt', 'cat notes.txt'),
    ...example('make a directory called work', 'mkdir work'), ...example('show who is logged in', 'who'),
  ]),
  append: (turn) => joined([encodeRecord('priestess', requests[turn % requests.length]!(nouns[Math.floor(turn / requests.length) % nouns.length]!)), Uint8Array.of(0xfa)]),
  mostTokens: 32,
}

const ends = ['ing', 'ed with', ' the', 'ly', "n't", ' 12', '34', 's, and', 'er', '\n\n']
/** A text without records, which the Priestess goes on in the middle of a word: encoded anew, it has other tokens at the seams. */
export const story: Work = {
  begin: new TextEncoder().encode('Once upon a time there was a small machine that asked'),
  append: (turn) => new TextEncoder().encode(ends[turn % ends.length]),
  mostTokens: 6,
}
