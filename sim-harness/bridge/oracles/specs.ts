// Owns: the forms of a SPEC, for help texts and errors; it loads no Oracle.

/** What `--oracle` takes in this version, for help texts. */
export const oracleSpecs = [
  { form: 'smollm2', doc: 'a small real model in this process: SmolLM2-135M-Instruct' },
  { form: 'gguf:FILE', doc: 'another model in this process, from a GGUF file with a ChatML vocabulary' },
  { form: 'script:FILE', doc: 'answers from a file of JSON Lines, one a query' },
  { form: 'replay:FILE', doc: 'the answers of a run that `run --record FILE` recorded' },
  { form: 'human', doc: 'a person at the terminal' },
  { form: 'exec:COMMAND', doc: 'a program that reads queries on its standard input and answers on its standard output' },
  { form: 'openai-chat:URL', doc: 'a server that speaks chat completions' },
  { form: 'openai-completions:URL', doc: 'a server that speaks raw completions' },
  { form: 'llamacpp:URL', doc: "llama.cpp's own server" },
  { form: 'ollama:URL', doc: 'Ollama, raw' },
  { form: 'anthropic:URL', doc: 'a server that speaks Anthropic messages' },
] as const

/** The names of those that are servers. */
export const serverSpecs: readonly string[] = oracleSpecs.flatMap(({ form }) => (form.endsWith(':URL') ? [form.slice(0, -4)] : []))
