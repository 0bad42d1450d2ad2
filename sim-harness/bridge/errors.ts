// Owns: what can go wrong on the Oracle's side of the link, as one error class with stable codes; the command line prints them.

/** Title, exit code (2 wrong use or bad input, 3 missing or damaged on this machine, 4 the Oracle or the link failed) and what it means, at length. */
export const bridgeErrors = {
  BRG1001: { exitCode: 2, title: 'an Oracle that is not known', explain: 'The value of --oracle does not name an Oracle that this version has. It is a name, or a name, a colon and a file.' },
  BRG1002: { exitCode: 2, title: 'a file of the Oracle that cannot be read', explain: 'The file that stands behind the colon of --oracle is not there, is a folder, or may not be read.' },
  BRG1003: { exitCode: 2, title: 'a bad line in an Oracle script', explain: 'A script holds one JSON object a line, one answer a query. Keys that are not known, an answer given twice, and `chunks` that do not sum to the answer are errors, so that a slip of the pen is not a strange answer later.' },
  BRG1004: { exitCode: 2, title: 'a session number out of range', explain: 'The host opens a session with a number from 1 to 65535.' },
  BRG1005: { exitCode: 2, title: 'a model file that cannot be used', explain: 'gguf:FILE wants a GGUF file with a byte-level vocabulary (tokenizer model gpt2) that has the ChatML tokens <|im_start|> and <|im_end|>: marks and the yield symbol become those tokens.' },
  BRG1006: { exitCode: 2, title: 'an address of a server that cannot be used', explain: 'A server as Oracle is named by its dialect, a colon and a URL with http: or https:, as in openai-chat:http://localhost:8080/v1. The URL holds no name, password or key: what is named on a command line is shown in results.' },
  BRG1007: { exitCode: 2, title: 'a bad setting of a server', explain: 'The file of --oracle-config is one JSON object. A setting that is not known, or whose value is of the wrong kind or out of range, is an error that names its place, so that a slip of the pen is not a default later.' },
  BRG1008: { exitCode: 2, title: 'a key that cannot be used', explain: '--key-env names the environment variable that holds the key of the server. It is not set, is empty, or holds characters that cannot stand in a header. The key itself is never shown.' },
  BRG1009: { exitCode: 2, title: 'an Oracle that needs a model\'s name', explain: 'Servers of this dialect have several models, and no default: --model NAME says which. Other dialects send the name where it is given.' },
  BRG1010: { exitCode: 2, title: 'a command that cannot be run', explain: 'exec:COMMAND starts a program for each query, without a shell: words are split at spaces, quotes keep them together. The command is empty, a quote is not closed, or there is no such program.' },
  BRG1011: { exitCode: 2, title: 'a damaged recording', explain: 'A recording of `run --record` is JSON Lines: a first line that says what it is, one line a frame of the link, a last line that counts them. A line of this one does not fit, or its end is missing.' },
  BRG2001: { exitCode: 3, title: 'the engine of the in-process model is missing', explain: 'The engine (node-llama-cpp) is no dependency of the package: the set-up installs it into a folder of its own from a lock file.' },
  BRG2002: { exitCode: 3, title: 'the model is missing', explain: 'The small model lies in the cache folder. The set-up downloads it once and checks it.' },
  BRG2003: { exitCode: 3, title: 'the model or its engine is damaged', explain: 'The file is not the one that was meant: its size, its SHA-256 sum or its first four bytes (GGUF) differ, or the engine does not load it.' },
  BRG2004: { exitCode: 3, title: 'the set-up could not fetch what it needs', explain: 'A command of the set-up (pip, npm) failed or is not on this machine. Its own last lines stand in the message.' },
  BRG4001: { exitCode: 4, title: 'the unit speaks another version of the link', explain: 'The hello of the unit carries the version of the link. Host and unit must be generated from the same sources.' },
} as const
export type BridgeErrorCode = keyof typeof bridgeErrors

/** An error of the bridge. `exitCode` is what a command that ends with it should give; `help` is the one thing to do. */
export class BridgeError extends Error {
  readonly code: BridgeErrorCode
  readonly exitCode: number
  readonly help: string
  constructor(code: BridgeErrorCode, message: string, help: string) {
    super(message)
    this.name = 'BridgeError'
    this.code = code
    this.exitCode = bridgeErrors[code].exitCode
    this.help = help
  }
}

/** The words of whatever was thrown. */
export const wordsOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown))
