"""The memory port as a Rocket core shows it (HellaCacheIO behind SimpleHellaCacheIF): bytes, a port with latencies and nacks, a monitor."""

from __future__ import annotations

import random
from dataclasses import dataclass

from .domain import Domain
from .gates import ALWAYS, Gate, Stall

_PAGE = 4096


class Memory:
    """Bytes at any address, in pages made when they are first touched. What was never written reads 0."""

    def __init__(self) -> None:
        self._pages: dict[int, bytearray] = {}

    def read(self, address: int, length: int) -> bytes:
        """`length` bytes from `address` on."""
        out = bytearray()
        while len(out) < length:
            page, offset = divmod(address + len(out), _PAGE)
            part = min(_PAGE - offset, length - len(out))
            out += self._pages[page][offset:offset + part] if page in self._pages else bytes(part)
        return bytes(out)

    def write(self, address: int, data: bytes) -> None:
        """Puts bytes at `address`."""
        done = 0
        while done < len(data):
            page, offset = divmod(address + done, _PAGE)
            part = min(_PAGE - offset, len(data) - done)
            self._pages.setdefault(page, bytearray(_PAGE))[offset:offset + part] = data[done:done + part]
            done += part


@dataclass(frozen=True)
class ReplayQueue:
    """The replay queue between the unit and the data cache. A request holds one of `depth` places until the cycle after its answer.

    A miss is refused by the cache (nack) two cycles after its request, and so is every request beside it; from then on nothing is taken until
    the queue has repeated them in order and they were answered.
    """

    depth: int = 2
    misses: int = 0
    """Of 100 requests so many miss."""
    least: int = 3
    most: int = 3
    """Cycles from a refusal to the answer, at least 3."""


@dataclass(frozen=True)
class MemorySettings:
    """How a memory behaves. Latencies are cycles from an accepted request to its answer, at random and so out of order if most > least."""

    least: int = 2
    most: int = 2
    seed: int = 0
    ready: Stall = ALWAYS
    """When requests are taken."""
    answers: Stall = ALWAYS
    """When answers come."""
    replay: ReplayQueue | None = None
    """In place of `least` and `most`."""
    dies_after: int | None = None
    """After so many accepted requests nothing is answered any more."""


def ideal() -> MemorySettings:
    """A cache that always hits: two cycles, a request in every cycle."""
    return MemorySettings()


def scattered(seed: int) -> MemorySettings:
    """1 to 40 cycles, answers out of order and with gaps, requests held up."""
    return MemorySettings(1, 40, seed, ready=Stall(24, 6), answers=Stall(12, 8))


def rocket(seed: int, misses: int = 20) -> MemorySettings:
    """A Rocket core's cache that misses (nacks) now and then."""
    return MemorySettings(seed=seed, replay=ReplayQueue(2, misses, 3, 40))


class MemoryViolation(AssertionError):
    """An access that would fault on a core."""


@dataclass(frozen=True)
class Access:
    """A request on the port: `size` bytes at `address`; a datum below 8 bytes stands on all lanes."""

    store: bool
    address: int
    size: int
    tag: int
    data: int


@dataclass(frozen=True)
class Answer:
    """What the port gives back; a load's data come right-justified."""

    tag: int
    data: int


@dataclass
class _Flying:
    access: Access
    due: int
    refused: bool


class MemoryPort:
    """Answers the unit's requests. An access takes effect when it is answered, at most one in a cycle.

    `window`: all that may be accessed, (low, high); set it when the unit's window is set. Raises MemoryViolation for an access that is
    misaligned, outside, with a tag in flight, or a store whose datum does not stand on all lanes.
    """

    _HIT, _REPEAT = 2, 3

    def __init__(self, domain: Domain, memory: Memory, settings: MemorySettings = MemorySettings()) -> None:
        self.memory = memory
        self.window: tuple[int, int] | None = None
        self.nacks = 0
        """Requests that the cache refused at first."""
        self.reordered = 0
        """Answers that overtook an older request."""
        self._domain = domain
        self._settings = settings
        self._random = random.Random(settings.seed)
        self._ready = Gate(settings.ready, settings.seed ^ 0x5EED)
        self._answers = Gate(settings.answers, settings.seed ^ 0xA5)
        self._flying: list[_Flying] = []
        self._accepted = 0
        self._dead = settings.dies_after == 0
        self._refused = 0
        self._refused_from = 0
        self._last_refused_due = 0
        domain.start(self._run())

    def die(self) -> None:
        """From now on nothing is answered."""
        self._dead = True

    async def _run(self) -> None:
        dut, domain, edge = self._domain.dut, self._domain, self._domain.edge
        answering = True
        while True:
            cycle = domain.cycle
            ready = self._may_take(cycle)
            answer = self._answer(cycle)
            dut.mem_req_ready.value = ready
            if answer is not None or answering:
                dut.mem_resp_valid.value = answer is not None
                answering = answer is not None
            if answer is not None:
                dut.mem_resp_tag.value = answer.tag
                dut.mem_resp_data.value = answer.data
            await edge
            if ready and dut.mem_req_valid.value:
                self._accept(cycle, Access(bool(dut.mem_req_store.value), int(dut.mem_req_addr.value), 1 << int(dut.mem_req_size.value), int(dut.mem_req_tag.value), int(dut.mem_req_data.value)))

    def _may_take(self, cycle: int) -> bool:
        up, replay = self._ready.is_up(cycle), self._settings.replay
        if replay is not None and (len(self._flying) >= replay.depth or (self._refused > 0 and cycle >= self._refused_from)):
            return False
        return up

    def _answer(self, cycle: int) -> Answer | None:
        up = self._answers.is_up(cycle)
        if not self._flying or not up or self._dead:
            return None
        # Of several that are due, the one that was due first.
        first = min(range(len(self._flying)), key=lambda i: (self._flying[i].due, i))
        if self._flying[first].due > cycle:
            return None
        self.reordered += first > 0
        flying = self._flying.pop(first)
        self._refused -= flying.refused
        access = flying.access
        if access.store:
            lane = access.address % 8
            self.memory.write(access.address, access.data.to_bytes(8, 'little')[lane:lane + access.size])
            return Answer(access.tag, 0)
        return Answer(access.tag, int.from_bytes(self.memory.read(access.address, access.size), 'little'))

    def _accept(self, cycle: int, access: Access) -> None:
        wrong = self._wrong(access)
        if wrong is not None:
            raise MemoryViolation(f'cycle {cycle}: {"store" if access.store else "load"} of {access.size} bytes at {access.address:#x}, tag {access.tag}: {wrong}')
        self._accepted += 1
        if self._settings.dies_after is not None and self._accepted >= self._settings.dies_after:
            self._dead = True
        due, refused = self._due(cycle)
        self.nacks += refused
        self._flying.append(_Flying(access, due, refused))

    def _wrong(self, access: Access) -> str | None:
        if access.address % access.size != 0:
            return 'misaligned'
        if self.window is not None and not self.window[0] <= access.address <= self.window[1] - access.size:
            return f'outside the window [{self.window[0]:#x}, {self.window[1]:#x})'
        if any(f.access.tag == access.tag for f in self._flying):
            return 'the tag is still in flight'
        lanes = access.data.to_bytes(8, 'little')
        if access.store and lanes != lanes[:access.size] * (8 // access.size):
            return f'the datum {access.data:#x} does not stand on all lanes'
        return None

    def _due(self, cycle: int) -> tuple[int, bool]:
        s, replay = self._settings, self._settings.replay
        if replay is None:
            return cycle + self._random.randint(s.least, s.most), False
        misses = self._random.randrange(100) < replay.misses
        beside = self._refused > 0
        if not misses and not beside:
            return cycle + self._HIT, False
        if not beside:
            self._refused_from = cycle + self._HIT
        start = self._last_refused_due + (0 if misses else self._REPEAT) if beside else self._refused_from
        self._last_refused_due = start + (self._random.randint(replay.least, replay.most) if misses else 0)
        self._refused += 1
        return self._last_refused_due, True


class MemoryMonitor:
    """Reads the port at rising edges."""

    def __init__(self, domain: Domain) -> None:
        self._dut = domain.dut

    def request(self) -> Access | None:
        """The request that was taken in the cycle that ends."""
        dut = self._dut
        if not (dut.mem_req_valid.value and dut.mem_req_ready.value):
            return None
        return Access(bool(dut.mem_req_store.value), int(dut.mem_req_addr.value), 1 << int(dut.mem_req_size.value), int(dut.mem_req_tag.value), int(dut.mem_req_data.value))

    def answer(self) -> Answer | None:
        """The answer that stood in the cycle that ends."""
        dut = self._dut
        return Answer(int(dut.mem_resp_tag.value), int(dut.mem_resp_data.value)) if dut.mem_resp_valid.value else None

