"""A whole bench in one object: clock, RoCC, memory, link, and the reference beside them. Take it apart where a test wants something else."""

from __future__ import annotations

from .domain import Domain, check_ports
from .isa import Cause, Counter, SlotField
from .link import LinkPeer, LinkPort, QueuePeer
from .lockstep import Lockstep
from .memory import Memory, MemoryPort, MemorySettings
from .gates import ALWAYS, Stall
from .records import TrapRecord, decode_record
from .rocc import Pending, RoccDriver
from .unit import PARAMETERS, OracleUnit

ANY_SLOT = -1
"""rs1 of `otrap`: the oldest record of any slot."""


class UnitBench:
    """`await UnitBench.start(dut)` at the beginning of a test, `await bench.finish()` at its end."""

    def __init__(self, domain: Domain, peer: LinkPeer, memory: MemorySettings, responses: Stall, to_host: Stall, from_host: Stall, seed: int, lockstep: bool) -> None:
        """Behind a reset; `start` does it all."""
        self.domain = domain
        self.rocc = RoccDriver(domain, responses, seed)
        self.memory = MemoryPort(domain, Memory(), memory)
        self.peer = peer
        self.link = LinkPort(domain, peer, to_host, from_host, seed)
        if isinstance(peer, QueuePeer):
            peer.port = self.link
        self.lockstep = Lockstep(domain) if lockstep else None

    @classmethod
    async def start(
        cls, dut: OracleUnit, *, peer: LinkPeer | None = None, memory: MemorySettings = MemorySettings(),
        responses: Stall = ALWAYS, to_host: Stall = ALWAYS, from_host: Stall = ALWAYS, seed: int = 1, lockstep: bool = True,
    ) -> UnitBench:
        """Resets the unit and puts everything at its ports. Without `peer` a QueuePeer; without `lockstep` no reference, and no Node."""
        check_ports(dut)
        domain = Domain(dut)
        await domain.reset()
        return cls(domain, peer if peer is not None else QueuePeer(), memory, responses, to_host, from_host, seed, lockstep)

    @property
    def host(self) -> QueuePeer:
        """The host by hand. Raises TypeError when another peer was given."""
        if not isinstance(self.peer, QueuePeer):
            raise TypeError('this bench has another host')
        return self.peer

    async def boot(self, *, oracles: int = 1, window: tuple[int, int] | None = None) -> None:
        """oentry, oauto, owindow. `oracles`: bit n lets O-mode query Oracle n. The window is all of the cacheable range unless told otherwise."""
        low, high = window or (PARAMETERS.cacheable_low, PARAMETERS.cacheable_high)
        await self.must('oentry', low)
        await self.must('oauto', oracles)
        self.memory.window = (low, high)
        await self.must('owindow', low, high)

    async def open(self, slot: int, base: int, length: int, history: bytes = b'', colour: str = 'O') -> None:
        """oseg.open, the history into memory, oseg.top."""
        await self.must('oseg.open', base | (colour == 'O'), length << 8 | slot)
        if history:
            self.write(base, history)
            await self.must('oseg.top', slot, base + len(history))

    async def command(self, mnemonic: str, rs1: int = 0, rs2: int = 0, *, prv: int = 3) -> int:
        """Gives an instruction and waits for rd, signed."""
        return await self.rocc.command(mnemonic, rs1, rs2, prv=prv)

    async def must(self, mnemonic: str, rs1: int = 0, rs2: int = 0) -> int:
        """The same; it has to do its work."""
        return await self.rocc.must(mnemonic, rs1, rs2)

    def issue(self, mnemonic: str, rs1: int = 0, rs2: int = 0) -> Pending:
        """Gives an instruction; time does not move."""
        return self.rocc.issue(mnemonic, rs1, rs2)

    def write(self, address: int, data: bytes) -> None:
        """The Priestess writes memory."""
        self.memory.memory.write(address, data)
        if self.lockstep is not None:
            self.lockstep.wrote(address, data)

    def read(self, address: int, length: int) -> bytes:
        """What memory holds."""
        return self.memory.memory.read(address, length)

    async def field(self, slot: int, field: SlotField) -> int:
        """oseg.get."""
        return await self.must('oseg.get', slot, field)

    async def counter(self, slot: int, counter: Counter) -> int:
        """ocount."""
        return await self.must('ocount', slot, counter)

    async def history(self, slot: int) -> bytes:
        """Bytes [base, top) of an idle slot."""
        base, top = await self.field(slot, SlotField.BASE), await self.field(slot, SlotField.TOP)
        return self.read(base, top - base)

    async def record(self, slot: int = ANY_SLOT) -> TrapRecord:
        """Waits for the interrupt line and takes a record. Raises AssertionError when the slot has none."""
        await self.rocc.until_interrupt()
        record = decode_record(await self.command('otrap', slot))
        assert record is not None, f'no record of slot {slot}'
        return record

    async def trap(self, cause: Cause, slot: int = ANY_SLOT) -> TrapRecord:
        """`record`, which has to have this cause."""
        record = await self.record(slot)
        assert record.cause == cause, f'cause {record.cause.name.lower()}, not {cause.name.lower()}'
        return record

    def stop(self) -> None:
        """Takes everything from the ports, without a last look: before another bench in the same test."""
        self.domain.stop()

    async def finish(self, quiet: int = 1100) -> None:
        """Lets everything end and has the reference look once more. `quiet`: cycles, more than 1,000."""
        await self.domain.cycles(quiet)
        if self.lockstep is not None:
            self.lockstep.finish(drained=quiet > 1000 and not self.link.hold)
