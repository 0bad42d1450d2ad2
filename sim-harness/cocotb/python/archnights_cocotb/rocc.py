"""The RoCC port: a driver that gives commands as a core does, and a monitor."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from cocotb.triggers import Event

from .domain import Domain
from .gates import ALWAYS, Gate, Stall
from .isa import INSTRUCTIONS
from .records import signed, status_of

_WORD = (1 << 64) - 1


@dataclass(frozen=True)
class Command:
    """A command as it stands on the port. rs1 and rs2 are 64 bits; prv is 0 user, 1 supervisor, 3 machine."""

    funct7: int
    rs1: int
    rs2: int
    rd: int
    xd: bool
    xs1: bool
    xs2: bool
    prv: int

    @staticmethod
    def of(mnemonic: str, rs1: int = 0, rs2: int = 0, *, rd: int = 0, prv: int = 3, funct3: int | None = None, funct7: int | None = None) -> Command:
        """An instruction by its mnemonic; negative operands become 64 bits. `funct3` (xd, xs1, xs2) and `funct7`: in place of the row's.

        Raises KeyError for a mnemonic that the table does not have.
        """
        row = INSTRUCTIONS[mnemonic]
        form = row.funct3 if funct3 is None else funct3
        return Command(row.funct7 if funct7 is None else funct7, rs1 & _WORD, rs2 & _WORD, rd, bool(form & 4), bool(form & 2), bool(form & 1), prv)


@dataclass(frozen=True)
class Response:
    """What the unit answers: rd is the register, data 64 bits."""

    rd: int
    data: int


class CommandRefused(AssertionError):
    """A command that had to do its work answered a status."""


class ProtocolError(AssertionError):
    """The unit broke the rules of one of its ports."""


class Pending:
    """A command on its way."""

    def __init__(self, command: Command) -> None:
        self.command = command
        self.accepted: int | None = None
        """The cycle in which the unit took it."""
        self.answered: int | None = None
        self.data: int | None = None
        """rd, 64 bits."""
        self._done = Event()

    async def wait(self) -> int:
        """Until it is answered; without xd until it is accepted. Gives rd, signed; 0 without xd."""
        if not self._done.is_set():
            await self._done.wait()
        return signed(self.data or 0)


class RoccDriver:
    """The core's side of the port. Commands are offered in order, each until it was accepted; responses come by rd, in any order."""

    def __init__(self, domain: Domain, responses: Stall = ALWAYS, seed: int = 0) -> None:
        """`responses`: when the core takes them."""
        self._domain = domain
        self._dut = domain.dut
        self._gate = Gate(responses, seed)
        self._queue: deque[Pending] = deque()
        self._unanswered: dict[int, Pending] = {}
        self._wake = Event()
        self._rise = Event()
        self._level = False
        self._dut.rocc_cmd_valid.value = 0
        domain.start(self._offer())
        domain.start(self._respond())

    @property
    def interrupt(self) -> bool:
        """The interrupt line, in the cycle that ended last."""
        return self._level

    def issue(self, mnemonic: str, rs1: int = 0, rs2: int = 0, *, prv: int = 3, rd: int | None = None, funct3: int | None = None, funct7: int | None = None) -> Pending:
        """Queues an instruction; time does not move. Without `rd` a register that nothing waits for; the rest as in `Command.of`."""
        return self.issue_raw(Command.of(mnemonic, rs1, rs2, prv=prv, rd=self._register() if rd is None else rd, funct3=funct3, funct7=funct7))

    def issue_raw(self, command: Command) -> Pending:
        """Queues a command exactly as it stands, legal or not."""
        if command.xd and self._waits(command.rd):
            raise ValueError(f'x{command.rd} still waits for a response: a core would stall')
        pending = Pending(command)
        self._queue.append(pending)
        self._wake.set()
        return pending

    async def command(self, mnemonic: str, rs1: int = 0, rs2: int = 0, *, prv: int = 3) -> int:
        """`issue`, and waits for it. Gives rd, signed."""
        return await self.issue(mnemonic, rs1, rs2, prv=prv).wait()

    async def must(self, mnemonic: str, rs1: int = 0, rs2: int = 0) -> int:
        """`command`, which has to do its work. Raises CommandRefused that names the status."""
        rd = await self.command(mnemonic, rs1, rs2)
        status = status_of(rd & _WORD)
        if status is not None:
            raise CommandRefused(f'{mnemonic} {rs1:#x}, {rs2:#x} answered {status.name.lower()}')
        return rd

    async def until_interrupt(self) -> None:
        """Until a cycle with the interrupt line up; at once if the last one was."""
        while not self._level:
            self._rise.clear()
            await self._rise.wait()

    def exception(self) -> None:
        """The core takes an interrupt or a fault: the line is up for the cycle that begins. Call it at a rising edge."""
        self._domain.start(self._pulse())

    async def _pulse(self) -> None:
        self._dut.rocc_exception.value = 1
        await self._domain.edge
        self._dut.rocc_exception.value = 0

    def _waits(self, rd: int) -> bool:
        return rd in self._unanswered or any(p.command.xd and p.command.rd == rd for p in self._queue)

    def _register(self) -> int:
        # From x10 on, as a compiler would; x1 to x9 last.
        free = [rd for rd in range(1, 32) if not self._waits(rd)]
        if not free:
            raise ValueError('every register waits for a response')
        return min(free, key=lambda rd: (rd < 10, rd))

    async def _offer(self) -> None:
        dut, edge = self._dut, self._domain.edge
        while True:
            while not self._queue:
                dut.rocc_cmd_valid.value = 0
                self._wake.clear()
                await self._wake.wait()
            pending = self._queue[0]
            c = pending.command
            dut.rocc_cmd_valid.value = 1
            dut.rocc_cmd_funct7.value = c.funct7
            dut.rocc_cmd_xd.value = c.xd
            dut.rocc_cmd_xs1.value = c.xs1
            dut.rocc_cmd_xs2.value = c.xs2
            dut.rocc_cmd_rd.value = c.rd
            dut.rocc_cmd_rs1.value = c.rs1
            dut.rocc_cmd_rs2.value = c.rs2
            dut.rocc_cmd_prv.value = c.prv
            await edge
            while not dut.rocc_cmd_ready.value:
                await edge
            pending.accepted = self._domain.cycle - 1
            self._queue.popleft()
            if c.xd:
                self._unanswered[c.rd] = pending
            else:
                pending._done.set()

    async def _respond(self) -> None:
        dut, domain, edge = self._dut, self._domain, self._domain.edge
        stood: Response | None = None
        while True:
            ready = self._gate.is_up(domain.cycle)
            dut.rocc_resp_ready.value = ready
            await edge
            level = bool(dut.rocc_interrupt.value)
            if level and not self._level:
                self._rise.set()
            self._level = level
            if not dut.rocc_resp_valid.value:
                if stood is not None:
                    raise ProtocolError(f'cycle {domain.cycle - 1}: a response that stood was taken away')
                continue
            response = Response(int(dut.rocc_resp_rd.value), int(dut.rocc_resp_data.value))
            if stood is not None and stood != response:
                raise ProtocolError(f'cycle {domain.cycle - 1}: a response changed before it was taken')
            stood = None if ready else response
            if ready:
                self._take(response)

    def _take(self, response: Response) -> None:
        pending = self._unanswered.pop(response.rd, None)
        if pending is None:
            raise ProtocolError(f'cycle {self._domain.cycle - 1}: a response for x{response.rd}, which no command waits for')
        pending.data = response.data
        pending.answered = self._domain.cycle - 1
        pending._done.set()


class RoccMonitor:
    """Reads the port at rising edges."""

    def __init__(self, domain: Domain) -> None:
        self._dut = domain.dut

    def command(self) -> Command | None:
        """The command that was accepted in the cycle that ends."""
        dut = self._dut
        if not (dut.rocc_cmd_valid.value and dut.rocc_cmd_ready.value):
            return None
        return Command(
            int(dut.rocc_cmd_funct7.value), int(dut.rocc_cmd_rs1.value), int(dut.rocc_cmd_rs2.value), int(dut.rocc_cmd_rd.value),
            bool(dut.rocc_cmd_xd.value), bool(dut.rocc_cmd_xs1.value), bool(dut.rocc_cmd_xs2.value), int(dut.rocc_cmd_prv.value),
        )

    def response(self) -> Response | None:
        """The response that was taken in the cycle that ends."""
        dut = self._dut
        if not (dut.rocc_resp_valid.value and dut.rocc_resp_ready.value):
            return None
        return Response(int(dut.rocc_resp_rd.value), int(dut.rocc_resp_data.value))

    def lines(self) -> tuple[bool, bool, bool]:
        """exception, interrupt and busy in the cycle that ends."""
        dut = self._dut
        return bool(dut.rocc_exception.value), bool(dut.rocc_interrupt.value), bool(dut.rocc_busy.value)
