// Owns: the shell agent of four examples, the history with which the small model is known to work.
import { encodeRecord } from '../../../sim-harness/bridge/history/records.ts'
import { joined } from '../../../sim-harness/bridge/slot-mirror.ts'

const example = (request: string, command: string) => [encodeRecord('priestess', request), encodeRecord('oracle', command)]
export const examples = joined([
  encodeRecord('system', 'You are a shell agent. Answer with one shell command.'),
  ...example('list the files in /tmp', 'ls /tmp'), ...example('print the file notes.txt', 'cat notes.txt'),
  ...example('make a directory called work', 'mkdir work'), ...example('show who is logged in', 'who'),
])
/** A request of the Priestess, and the mark under which the Oracle is to answer. */
export const request = (text: string) => joined([encodeRecord('priestess', text), Uint8Array.of(0xfa)])
