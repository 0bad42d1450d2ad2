// Owns: the C++ around a verilated top module: it owns the clock and serves runs, stimuli and resets over stdin and stdout.
import type { PortField, PortLayout } from '../layout.ts'
import { operations, prefix, replies } from './protocol.ts'

/** The text of the main file. With `vcd` the model was made with --trace. */
export function mainCpp(layout: PortLayout, vcd: boolean): string {
  return `// Generated: drives ${layout.top} for the harness. Messages are described in the harness's protocol file.
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <unistd.h>
#include <vector>
#include "${prefix}.h"
#include "verilated.h"
${vcd ? '#include "verilated_vcd_c.h"\n' : ''}
typedef std::vector<uint32_t> Words;
static const size_t IN = ${layout.inputWords}, OUT = ${layout.outputWords};
static VerilatedContext* context;
static ${prefix}* top;
static uint64_t cycleCount = 0;
static uint64_t waveTime = 0;
static bool havePrevious = false;
static uint32_t previous[OUT + 1], outputs[OUT + 1];
${vcd ? 'static VerilatedVcdC* wave = nullptr;\n' : ''}
static void writeAll(const void* data, size_t size) {
  const char* p = static_cast<const char*>(data);
  while (size > 0) {
    ssize_t n = write(STDOUT_FILENO, p, size);
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

// The design stopped itself: say in which cycle and why, then end.
static void failed(const char* file, int line, const std::string& what) {
  std::string text = what + " at " + file + ":" + std::to_string(line);
  Words body = { static_cast<uint32_t>(cycleCount), static_cast<uint32_t>(cycleCount >> 32), static_cast<uint32_t>(text.size()) };
  text.resize((text.size() + 3) / 4 * 4);
  for (size_t i = 0; i < text.size(); i += 4) {
    uint32_t word;
    memcpy(&word, text.data() + i, 4);
    body.push_back(word);
  }
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

static void dump() {
${vcd ? '  if (wave) wave->dump(waveTime);' : ''}
  waveTime += 5;
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

static void run(const Words& m) {
  const uint32_t most = m[1];
  const uint32_t *changed = &m[2], *high = changed + OUT, *in = high + OUT;
  uint32_t done = 0;
  bool any = false;
  for (size_t i = 0; i < OUT; i++) any = any || changed[i] != 0;
  setInputs(in);
  while (done < most) {
    oneCycle();
    done++;
    uint32_t stop = havePrevious ? 0 : any;
    for (size_t i = 0; i < OUT; i++) stop |= (outputs[i] & high[i]) | ((outputs[i] ^ previous[i]) & changed[i] & (havePrevious ? ~0u : 0u));
    memcpy(previous, outputs, sizeof previous);
    havePrevious = true;
    if (stop) break;
  }
  Words body(1, done);
  body.insert(body.end(), outputs, outputs + OUT);
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
  std::unique_ptr<VerilatedContext> owner(new VerilatedContext);
  context = owner.get();
  context->commandArgs(argc, argv);
${vcd ? '  context->traceEverOn(true);\n' : ''}  std::unique_ptr<${prefix}> model(new ${prefix}(context, "top"));
  top = model.get();
${vcd ? `  if (argc > 1) {
    wave = new VerilatedVcdC;
    top->trace(wave, 99);
    wave->open(argv[1]);
  }
` : ''}  reset(1);
  reply(${replies.done}, Words());
  uint32_t size;
  while (readAll(&size, 4)) {
    Words m(size);
    if (!readAll(m.data(), size * 4ul)) break;
    if (m[0] == ${operations.run}) run(m);
    else if (m[0] == ${operations.play}) play(m);
    else if (m[0] == ${operations.reset}) { reset(m[1]); reply(${replies.done}, Words()); }
    else break;
  }
${vcd ? '  if (wave) wave->close();\n' : ''}  top->final();
  return 0;
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
