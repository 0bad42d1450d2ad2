"""Everything at once: commands that nobody waits for, all slots, interrupts, a host in any mood, a reset in the middle. The reference judges every cycle."""

import random

import cocotb
from archnights_cocotb import INSTRUCTIONS, PARAMETERS, Cause, Frame, OracleUnit, SlotStatus, Stall, Tokens, UnitBench, answer, decode_record, from_host, scattered
from cocotb.triggers import Event
from common import BASE, LIMIT, LONGEST, YIELD, reply

SLOTS = min(PARAMETERS.slots, 4)
ROOM = 256


class Moods:
    """A host that answers each query after a while: in chunks, with or without an end, with a refusal, a fault, under wrong tags, or not at all."""

    def __init__(self, bench: UnitBench, seed: int) -> None:
        self.bench, self.random = bench, random.Random(seed)
        self.answered = 0
        cocotb.start_soon(self._listen())

    async def _listen(self) -> None:
        while True:
            frame = await self.bench.host.frame()
            if frame.name == 'query' and frame.trailer is not None and frame.trailer.last and not frame.trailer.cut:
                cocotb.start_soon(self._speak(frame))

    async def _speak(self, query: Frame) -> None:
        r, host, domain = self.random, self.bench.host, self.bench.domain
        tags = {'session': query['session'], 'slot': query['slot'], 'sequence': query['sequence']}
        if r.random() < 0.08:
            tags[r.choice(['session', 'slot', 'sequence'])] += 1
        at = query['offset'] + query['length']
        await domain.cycles(r.randrange(1, 300))
        mood = r.random()
        if mood < 0.1:
            return
        if mood < 0.2:
            host.send(from_host(r.choice(['reject', 'fault']), **tags))
            return
        chunks = r.randrange(1, 4)
        for n in range(chunks):
            data = bytes(r.randrange(0x20, 0x7F) for _ in range(r.randrange(0 if n == chunks - 1 else 1, 50)))
            last = n == chunks - 1
            if last and r.random() < 0.6:
                data += YIELD
            # What has been cut meanwhile is sent all the same: the unit has to drop it.
            host.send(answer(data, end=last, tokens=Tokens(n, n, n), offset=at, **tags))
            at += len(data)
            await domain.cycles(r.randrange(1, 60))
        self.answered += 1


@cocotb.test(timeout_time=LONGEST, timeout_unit='step')
async def a_storm(dut: OracleUnit) -> None:
    """450 commands of every kind on top of each other."""
    bench = await UnitBench.start(dut, memory=scattered(11), responses=Stall(9, 3), to_host=Stall(9, 4), from_host=Stall(9, 4), seed=11)
    await bench.boot(oracles=0b111)
    moods, r = Moods(bench, 11), random.Random(12)
    for slot in range(SLOTS):
        await bench.open(slot, BASE + slot * ROOM, ROOM, bytes(r.randrange(0x20, 0x7F) for _ in range(r.randrange(60))))
    out = []
    for _ in range(450):
        slot = r.randrange(SLOTS)
        near = BASE + slot * ROOM + r.randrange(64)
        command = r.choice([
            ('ostart', slot, r.choice([0, 0, 0, 3, 40])), ('ostart', slot, 0), ('oask', slot, r.randrange(4)), ('oabort', slot, 0), ('otrap', -1, 0), ('otrap', -1, 0), ('otrap', slot, 0),
            ('opush', slot, r.randrange(256)), ('opop', slot, 0), ('opeek', slot, r.randrange(30)), ('oseg.top', slot, near), ('oseg.touch', slot, near), ('oseg.bind', slot, r.randrange(4)),
            ('oseg.get', slot, r.randrange(13)), ('ohint', slot, r.randrange(9)), ('oseg.close', slot, 0), ('oseg.open', BASE + slot * ROOM | 1, ROOM << 8 | slot), ('owait', r.randrange(1, 1 << SLOTS), 0),
        ])
        out.append(bench.issue(*command))
        if r.random() < 0.6:
            await bench.domain.cycles(r.randrange(1, 90))
        if r.random() < 0.05:
            bench.rocc.exception()
            await bench.domain.edge
        while len([p for p in out if p.answered is None]) > 20:
            await bench.domain.edge
            if r.random() < 0.02:
                bench.rocc.exception()
    for slot in range(SLOTS):
        bench.issue('oabort', slot)
    await bench.domain.cycles(2000)
    bench.rocc.exception()
    await bench.domain.cycles(2000)
    assert all(p.answered is not None for p in out), 'a command was never answered'
    for slot in range(SLOTS):
        await bench.command('otrap', slot)
        assert await bench.must('oseg.get', slot, 0) in (SlotStatus.FREE, SlotStatus.IDLE)
    records = [decode_record(p.data or 0) for p in out if p.command.funct7 == INSTRUCTIONS['otrap'].funct7]
    causes = {record.cause.name for record in records if record is not None}
    assert moods.answered > 10 and len(causes) > 3, f'a calm sea: {moods.answered} answers, causes {sorted(causes)}'
    await bench.finish()


@cocotb.test(timeout_time=LIMIT, timeout_unit='step')
async def a_reset_in_the_middle(dut: OracleUnit) -> None:
    """Reset while a query leaves and commands wait: nothing of before is left, and the unit says hello anew, with session 0."""
    bench = await UnitBench.start(dut)
    await bench.boot()
    await bench.open(0, BASE, 4096, bytes(2000))
    bench.issue('oenter', 0)
    came = Event()

    async def until_a_chunk_leaves() -> None:
        await bench.host.frame('query')
        came.set()

    cocotb.start_soon(until_a_chunk_leaves())
    await came.wait()
    bench.stop()
    again = await UnitBench.start(dut)
    assert await again.must('oseg.get', 0, 0) == SlotStatus.FREE
    await again.boot()
    await again.host.until_open()
    assert again.host.hellos == 2 and not again.host.frames and not again.rocc.interrupt
    await again.open(0, BASE, 64, b'fresh')
    await again.must('ostart', 0)
    query = await again.host.query()
    assert (query.data, query['sequence'], query['offset']) == (b'fresh', 1, 0)
    reply(again, query, YIELD)
    await again.trap(Cause.YIELD)
    await again.finish()
