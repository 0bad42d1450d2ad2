"""Random commands and random hosts: what the reference machine answers, sends and stores is what the unit does."""

from __future__ import annotations

import random

import cocotb
from archnights_cocotb import PARAMETERS, Cause, Counter, Frame, OracleUnit, Pending, ReferenceMachine, SlotField, SlotStatus, Stall, Tokens, UnitBench, answer, from_host, scattered
from common import BASE, LONGEST, YIELD

SLOTS = min(PARAMETERS.slots, 3)
ROOM = 192
STEPS = 160
TIMED = {Counter.CYCLES_SENDING, Counter.CYCLES_HOST, Counter.CYCLES_APPENDING}
EXACT = [c for c in Counter if c not in TIMED]
READS = {'oseg.get', 'ocount', 'opeek', 'oinfo'}


class Duel:
    """The unit and the reference machine, which get the same."""

    def __init__(self, bench: UnitBench, machine: ReferenceMachine, seed: int) -> None:
        self.bench, self.machine, self.random = bench, machine, random.Random(seed)
        self.waiting: list[Pending] = []
        self.released: dict[int, int] = {}
        self.queries: dict[int, Frame] = {}
        self.statuses: set[int] = set()
        self.causes: set[int] = set()

    async def command(self, mnemonic: str, rs1: int = 0, rs2: int = 0, prv: int = 3) -> int:
        """The same command to both; rd has to be the same. Gives 0 for one that waits."""
        pending = self.bench.rocc.issue(mnemonic, rs1, rs2, prv=prv)
        wanted = self.machine.raw(pending.command)
        text = f'{mnemonic} {rs1:#x}, {rs2:#x}'
        if wanted is None:
            self.waiting.append(pending)
            await self.settle()
            return 0
        seen = await pending.wait()
        assert seen == wanted, f'{text}: the unit answers {seen}, the reference {wanted}'
        self.statuses.add(min(seen, 0))
        if mnemonic not in READS:
            await self.settle()
        return seen

    async def settle(self) -> None:
        """Both have sent all that is to be sent, and let go who waits for a record."""
        wanted = self.machine.frames()
        seen = self.bench.host.frames
        self.released |= self.machine.releases()
        line = self.machine.state(0)['interrupt']

        def done() -> bool:
            free = all(p.answered is not None for p in self.waiting if p.command.rd in self.released)
            return len(seen) >= len(wanted) and self.bench.rocc.interrupt == line and free

        for _ in range(4000):
            if done():
                break
            await self.bench.domain.edge
        # Nothing more comes, either.
        await self.bench.domain.cycles(80)
        assert self.bench.rocc.interrupt == line, 'the interrupt line'
        for slot in range(PARAMETERS.slots):
            ours, theirs = [f for f in seen if f['slot'] == slot], [f for f in wanted if f['slot'] == slot]
            assert ours == theirs, f'slot {slot} sends {ours}, the reference {theirs}'
            for frame in ours:
                if frame.name == 'query' and frame.trailer is not None and frame.trailer.last:
                    self.queries[slot] = frame
        seen.clear()
        for pending in [p for p in self.waiting if p.answered is not None or p.command.rd in self.released]:
            assert pending.answered is not None, f'x{pending.command.rd} is not let go'
            assert await pending.wait() == self.released.pop(pending.command.rd, None), f'x{pending.command.rd} is let go'
            self.waiting.remove(pending)

    async def from_host(self, frame: Frame) -> None:
        """The same frame to both."""
        self.bench.host.send(frame)
        self.machine.receive(frame)
        while self.bench.host.owes:
            await self.bench.domain.edge
        await self.settle()

    async def look(self, slot: int) -> None:
        """Every field and counter of a slot that can be read, and its memory."""
        state = self.machine.state(slot)
        if state['status'] in ('running', 'trapped'):
            return
        if state['status'] == 'idle':
            for field in SlotField:
                await self.command('oseg.get', slot, field)
            for counter in EXACT:
                await self.command('ocount', slot, counter)
        low, high = BASE + slot * ROOM, BASE + (slot + 1) * ROOM
        assert self.bench.read(low, high - low) == self.machine.read(low, high - low), f'memory of slot {slot}'

    async def host_speaks(self) -> None:
        """To one of the queries that are out: a part of an answer, its end, a refusal, a fault; now and then under wrong tags."""
        r = self.random
        if not self.queries:
            return
        slot = r.choice(sorted(self.queries))
        query, state = self.queries[slot], self.machine.state(slot)
        if state['status'] != 'running' or state['sequence'] != query['sequence']:
            del self.queries[slot]
            return
        tags = {'session': query['session'], 'slot': slot, 'sequence': query['sequence']}
        if r.random() < 0.1:
            tags[r.choice(sorted(tags))] += 1
        roll = r.random()
        if roll < 0.1:
            await self.from_host(from_host(r.choice(['reject', 'fault']), **tags))
            return
        data = bytes(r.randrange(0x20, 0x7F) for _ in range(r.choice([0, 1, 2, 7, 8, 9, r.randrange(60)])))
        end = r.random() < 0.7 or not data
        if r.random() < 0.5:
            data += YIELD
        offset = state['top'] - state['base'] + (r.random() < 0.05)
        await self.from_host(answer(data, end=end, tokens=Tokens(r.randrange(99), r.randrange(99), r.randrange(999)), offset=offset, **tags))

    async def priestess_writes(self) -> None:
        """Text behind the history, which is committed."""
        slot, text = self.random.randrange(SLOTS), self.random.randbytes(self.random.randrange(1, 40))
        state = self.machine.state(slot)
        if state['status'] != 'idle' or state['top'] + len(text) > state['limit']:
            return
        self.bench.write(state['top'], text)
        self.machine.write(state['top'], text)
        await self.command('oseg.top', slot, state['top'] + len(text))

    async def step(self) -> None:
        """One thing that a Priestess or a host may do."""
        r = self.random
        slot = r.randrange(SLOTS) if r.random() < 0.95 else r.choice([PARAMETERS.slots, 1 << 32, -1])
        near = BASE + (slot % 8) * ROOM + r.choice([0, 4, 8, ROOM, r.randrange(ROOM)])
        # Whoever waits for an answer mostly gets one; a record is mostly taken.
        if self.queries and r.random() < 0.35:
            return await self.host_speaks()
        if self.bench.rocc.interrupt and r.random() < 0.35:
            self.causes.add(max(await self.command('otrap', r.choice([slot, -1])), 0) >> 55)
            return None
        does = r.choice(['priestess', 'priestess', 'start', 'start', 'stack', 'stack', 'segment', 'segment', 'trap', 'other', 'other', 'look'])
        if does == 'priestess':
            await self.priestess_writes()
        elif does == 'start':
            budget = r.choice([0, 0, 1, 5, 30])
            await self.command(*r.choice([('ostart', slot, budget), ('ostart', slot, budget), ('oenter', slot, budget), ('oask', slot, r.randrange(66)), ('oracle', slot, 3)]))
        elif does == 'stack':
            await self.command(*r.choice([('opush', slot, r.randrange(258)), ('opop', slot, 0), ('opeek', slot, r.randrange(40))]))
        elif does == 'segment':
            opens = ('oseg.open', BASE + (slot % 8) * ROOM | r.randrange(4) // 3 ^ 1, (ROOM - r.choice([0, 0, 8, 96])) << 8 | slot % 256)
            await self.command(*r.choice([opens, opens, ('oseg.close', slot, 0), ('oseg.top', slot, near), ('oseg.limit', slot, near), ('oseg.touch', slot, near)]))
        elif does == 'trap':
            self.causes.add(max(await self.command('otrap', r.choice([slot, -1])), 0) >> 55)
        elif does == 'other':
            await self.command(*r.choice([('oabort', slot, 0), ('oabort', slot, 0), ('oseg.bind', slot, r.randrange(3)), ('ohint', slot, r.randrange(5)), ('oinfo', r.randrange(7), 0), ('ocount', slot, r.choice(EXACT))]), prv=r.choice([3, 3, 1]))
        elif 0 <= slot < SLOTS:
            await self.look(slot)
        return None


async def duel(dut: OracleUnit, seed: int) -> Duel:
    """Runs one."""
    bench = await UnitBench.start(dut, memory=scattered(seed), to_host=Stall(12, 4), from_host=Stall(12, 4), seed=seed)
    machine = ReferenceMachine()
    both = Duel(bench, machine, seed)
    await bench.host.until_open()
    # The unit has greeted twice; so has the machine, once it has heard the host.
    machine.receive(from_host('hello', session=1))
    assert [f.name for f in machine.frames()] == ['hello', 'hello']
    bench.memory.window = (BASE, PARAMETERS.cacheable_high)
    for command in (('oentry', BASE), ('oauto', 0b11), ('owindow', *bench.memory.window)):
        await both.command(*command)
    for slot in range(SLOTS):
        await both.command('oseg.open', BASE + slot * ROOM | 1, ROOM << 8 | slot)
        await both.priestess_writes()
    for _ in range(STEPS):
        await both.step()
    for slot in range(SLOTS):
        if machine.state(slot)['status'] == SlotStatus.RUNNING.name.lower():
            await both.command('oabort', slot)
        await both.command('otrap', slot)
        await both.look(slot)
    await bench.finish()
    return both


@cocotb.test(timeout_time=LONGEST, timeout_unit='step')
async def random_commands_as_the_reference_machine_has_them(dut: OracleUnit) -> None:
    """Every rd, every frame, every byte of memory, and at the end every field and counter."""
    one = await duel(dut, 1)
    assert len(one.statuses) > 6, f'too tame: only the statuses {sorted(one.statuses)}'
    assert Cause.YIELD in one.causes and len(one.causes) > 4, f'too tame: only the causes {sorted(one.causes)}'


@cocotb.test(timeout_time=LONGEST, timeout_unit='step')
async def other_random_commands(dut: OracleUnit) -> None:
    """The same with another seed."""
    await duel(dut, 2)
