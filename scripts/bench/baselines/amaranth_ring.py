# Owns: the ring of the elaboration bench in Amaranth: the same registers, sums, choices and modules as scripts/bench/ring.ts.
# Arguments: cells of a stage, rounds, folder for the texts, then numbers of stages. One line of JSON for each of these; 0 rounds: Verilog once, nothing else.
import time

begin = time.perf_counter()
import json
import sys
from amaranth.back import rtlil, verilog
from amaranth.hdl import Elaboratable, Module, Mux, Signal

imported = time.perf_counter() - begin


class Stage(Elaboratable):
    def __init__(self, number, cells):
        self.number, self.cells = number, cells
        self.enable, self.a, self.q = Signal(1, name="enable"), Signal(32, name="a"), Signal(32, name="q")

    def elaborate(self, platform):
        m = Module()
        registers = [Signal(32, name=f"r{i}") for i in range(self.cells)]
        sums = [Signal(32, name=f"sum{i}") for i in range(self.cells)]
        m.d.comb += [total.eq(r + before) for r, total, before in zip(registers, sums, [self.a, *registers])]
        with m.If(self.enable):
            for i, (r, total) in enumerate(zip(registers, sums)):
                m.d.sync += r.eq(Mux(total[i % 32], total ^ (self.number * self.cells + i), total))
        m.d.comb += self.q.eq(registers[-1])
        return m


class Ring(Elaboratable):
    def __init__(self, stages, cells):
        self.stages, self.cells = stages, cells
        self.enable, self.seed, self.q = Signal(1, name="enable"), Signal(32, name="seed"), Signal(32, name="q")

    def elaborate(self, platform):
        m = Module()
        before = self.seed
        for i in range(self.stages):
            stage = Stage(i, self.cells)
            m.submodules[f"part{i}"] = stage
            m.d.comb += [stage.enable.eq(self.enable), stage.a.eq(before)]
            before = stage.q
        m.d.comb += self.q.eq(before)
        return m


def seconds(work):
    start = time.perf_counter()
    text = work()
    return time.perf_counter() - start, text


cells, rounds, folder = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
for stages in map(int, sys.argv[4:]):
    def convert(back):
        ring = Ring(stages, cells)
        return back.convert(ring, name="ring", ports=[ring.enable, ring.seed, ring.q])
    elaborate = [seconds(lambda: convert(rtlil)) for _ in range(rounds)]
    emit = [seconds(lambda: convert(verilog)) for _ in range(max(1, rounds))]
    text = emit[0][1]
    with open(f"{folder}/amaranth-{stages}.v", "w", encoding="utf-8") as out:
        out.write(text)
    print(json.dumps({"stages": stages, "start": imported, "elaborate": [t for t, _ in elaborate], "emit": [t for t, _ in emit], "bytes": len(text)}), flush=True)
