// Owns: the C++ around a verilated top module: it owns the clock and serves runs, stimuli and resets over stdin and stdout.
import type { PortField, PortLayout } from '../layout.ts'
import { mostRecorded } from '../engine.ts'
import { coverageOption, operations, prefix, replies, wavesOption } from './protocol.ts'

/** The forms in which a verilated model writes waves: the option it was made with, the header and the class of its writer. */
export const waveForms = {
  vcd: { option: '--trace', header: 'verilated_vcd_c.h', writer: 'VerilatedVcdC' },
  fst: { option: '--trace-fst', header: 'verilated_fst_c.h', writer: 'VerilatedFstC' },
} as const
export type WaveForm = keyof typeof waveForms

/** The text of the main file. With `waves` or `coverage` the model was made with their options. `resetCycles`: of the reset at the start. */
export function mainCpp(layout: PortLayout, { waves, coverage, resetCycles }: { readonly waves: WaveForm | undefined; readonly coverage: boolean; readonly resetCycles: number }): string {
  const form = waves && waveForms[waves]
  return `// Generated: drives ${layout.top} for the harness. Messages are described in the harness's protocol file.
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <unistd.h>
#include <vector>
#include "${prefix}.h"
#include "verilated.h"
${form ? `#include "${form.header}"\n` : ''}${coverage ? '#include "verilated_cov.h"\n' : ''}
typedef std::vector<uint32_t> Words;
static const size_t IN = ${layout.inputWords}, OUT = ${layout.outputWords}, MOST_RECORDED = ${mostRecorded};
static VerilatedContext* context;
static ${prefix}* top;
static uint64_t cycleCount = 0;
static uint64_t waveTime = 0;
static bool havePrevious = false;
static uint32_t previous[OUT + 1], outputs[OUT + 1];
// The cycles that the message which is served keeps: offset, outputs.
static Words rows;
${form ? `static ${form.writer}* wave = nullptr;\n` : ''}${coverage ? 'static const char* coverageFile = nullptr;\n' : ''}
// Replies go out here; what the design prints to stdout goes to stderr.
static int replyTo = -1;

static void writeAll(const void* data, size_t size) {
  const char* p = static_cast<const char*>(data);
  while (size > 0) {
    ssize_t n = write(replyTo, p, size);
    if (n <= 0) _exit(3);
    p += n;
    size -= static_cast<size_t>(n);
  }
}

static bool readAll(void* data, size_t size) {
  char* p = static_cast<char*>(data);
  while (size > 0) {
    ssize_t n = read(STDIN_FILENO, p, size);
    if (n <= 0) return false;
    p += n;
    size -= static_cast<size_t>(n);
  }
  return true;
}

static void reply(uint32_t kind, const Words& body) {
  uint32_t head[2] = { static_cast<uint32_t>(body.size() + 1), kind };
  Words all(head, head + 2);
  all.insert(all.end(), body.begin(), body.end());
  writeAll(all.data(), all.size() * 4);
}

static void dump() {
${form ? '  if (wave) wave->dump(waveTime);\n' : ''}  waveTime += 5;
  context->time(waveTime);
}

static void put(Words& body, std::string text) {
  body.push_back(static_cast<uint32_t>(text.size()));
  text.resize((text.size() + 3) / 4 * 4);
  size_t at = body.size();
  body.resize(at + text.size() / 4);
  if (!text.empty()) memcpy(&body[at], text.data(), text.size());
}

// The design stopped itself: say in which cycle, where and why, then end. The waves show that cycle's edge.
static void failed(const char* file, int line, const std::string& what) {
  fflush(stdout);
  fflush(stderr);
${form ? `  if (wave) {
    dump();
    wave->close();
  }
` : ''}${coverage ? '  if (coverageFile) context->coveragep()->write(coverageFile);\n' : ''}  Words body = { static_cast<uint32_t>(cycleCount), static_cast<uint32_t>(cycleCount >> 32), static_cast<uint32_t>(line) };
  put(body, what);
  put(body, file);
  body.insert(body.end(), rows.begin(), rows.end());
  reply(${replies.failed}, body);
  _exit(1);
}
void vl_stop(const char* file, int line, const char*) { failed(file, line, "$stop or $fatal"); }
void vl_fatal(const char* file, int line, const char*, const char* message) { failed(file, line, message); }
void vl_finish(const char* file, int line, const char*) { failed(file, line, "$finish"); }

static void setInputs(const uint32_t* in) {
  (void)in;
${layout.inputs.map(setLine).join('\n')}
}

static void getOutputs(uint32_t* out) {
  (void)out;
${layout.outputs.map(getLine).join('\n')}
}

// Settles, samples, and lets the clock rise. The inputs are set.
static void oneCycle() {
  top->${layout.clock} = 0;
  top->eval();
  dump();
  getOutputs(outputs);
  top->${layout.clock} = 1;
  top->eval();
  dump();
  cycleCount++;
}

template <bool RECORD> static void run(const Words& m) {
  const uint32_t most = m[1];
  const uint32_t *changed = &m[2], *high = changed + OUT, *in = high + OUT, *keepChanged = in + IN, *keepHigh = keepChanged + OUT;
  uint32_t done = 0;
  bool any = false, anyKept = false;
  for (size_t i = 0; i < OUT; i++) any = any || changed[i] != 0;
  if (RECORD) for (size_t i = 0; i < OUT; i++) anyKept = anyKept || keepChanged[i] != 0;
  size_t kept = 0;
  setInputs(in);
  while (done < most) {
    oneCycle();
    done++;
    uint32_t stop = havePrevious ? 0 : any;
    for (size_t i = 0; i < OUT; i++) stop |= (outputs[i] & high[i]) | ((outputs[i] ^ previous[i]) & changed[i] & (havePrevious ? ~0u : 0u));
    if (RECORD) {
      uint32_t keep = havePrevious ? 0 : anyKept;
      for (size_t i = 0; i < OUT; i++) keep |= (outputs[i] & keepHigh[i]) | ((outputs[i] ^ previous[i]) & keepChanged[i] & (havePrevious ? ~0u : 0u));
      if (keep) {
        rows.push_back(done - 1);
        rows.insert(rows.end(), outputs, outputs + OUT);
        if (++kept == MOST_RECORDED) stop = 1;
      }
    }
    memcpy(previous, outputs, sizeof previous);
    havePrevious = true;
    if (stop) break;
  }
  Words body(1, done);
  body.insert(body.end(), outputs, outputs + OUT);
  if (RECORD) body.insert(body.end(), rows.begin(), rows.end());
  reply(${replies.done}, body);
}

static void play(const Words& m) {
  Words body;
  size_t last = 0;
  for (size_t at = 1; at < m.size(); at += 1 + IN) {
    setInputs(&m[at + 1]);
    for (uint32_t n = 0; n < m[at]; n++) {
      oneCycle();
      if (!body.empty() && memcmp(&body[last + 1], outputs, OUT * 4) == 0) body[last]++;
      else {
        last = body.size();
        body.push_back(1);
        body.insert(body.end(), outputs, outputs + OUT);
      }
    }
  }
  memcpy(previous, outputs, sizeof previous);
  havePrevious = true;
  reply(${replies.done}, body);
}

static void reset(uint32_t cycles) {
  Words zero(IN + 1, 0);
  setInputs(zero.data());
${layout.reset ? `  top->${layout.reset} = 1;
  for (uint32_t n = 0; n < cycles; n++) oneCycle();
  top->${layout.reset} = 0;` : '  (void)cycles;'}
  havePrevious = false;
  cycleCount = 0;
}

int main(int argc, char** argv) {
  // Ctrl-C at the terminal is for the harness, which ends this process by closing its input.
  signal(SIGINT, SIG_IGN);
  replyTo = dup(STDOUT_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO);
  setvbuf(stdout, nullptr, _IOLBF, 4096);
  std::unique_ptr<VerilatedContext> owner(new VerilatedContext);
  context = owner.get();
  context->commandArgs(argc, argv);
${form ? '  context->traceEverOn(true);\n' : ''}  std::unique_ptr<${prefix}> model(new ${prefix}(context, "top"));
  top = model.get();
${form || coverage ? `  for (int i = 1; i + 1 < argc; i++) {
${form ? `    if (strcmp(argv[i], "${wavesOption}") == 0) {
      wave = new ${form.writer};
      top->trace(wave, 99);
      wave->open(argv[i + 1]);
    }
` : ''}${coverage ? `    if (strcmp(argv[i], "${coverageOption}") == 0) coverageFile = argv[i + 1];\n` : ''}  }
` : ''}  reset(${resetCycles});
  reply(${replies.done}, Words());
  uint32_t size;
  while (readAll(&size, 4)) {
    Words m(size);
    if (!readAll(m.data(), size * 4ul)) break;
    rows.clear();
    if (m[0] == ${operations.run}) run<false>(m);
    else if (m[0] == ${operations.record}) run<true>(m);
    else if (m[0] == ${operations.play}) play(m);
    else if (m[0] == ${operations.reset}) { reset(m[1]); reply(${replies.done}, Words()); }
    else break;
  }
${form ? '  if (wave) wave->close();\n' : ''}  top->final();
${coverage ? '  if (coverageFile) context->coveragep()->write(coverageFile);\n' : ''}  return 0;
}
`
}

function setLine({ name, width, word, words }: PortField): string {
  if (width <= 32) return `  top->${name} = in[${word}];`
  if (width <= 64) return `  top->${name} = static_cast<uint64_t>(in[${word + 1}]) << 32 | in[${word}];`
  return `  for (int i = 0; i < ${words}; i++) top->${name}[i] = in[${word} + i];`
}

function getLine({ name, width, word, words }: PortField): string {
  if (width <= 32) return `  out[${word}] = top->${name};`
  if (width <= 64) return `  out[${word}] = static_cast<uint32_t>(top->${name});\n  out[${word + 1}] = static_cast<uint32_t>(top->${name} >> 32);`
  return `  for (int i = 0; i < ${words}; i++) out[${word} + i] = top->${name}[i];`
}
