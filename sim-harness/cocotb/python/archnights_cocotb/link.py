"""The Oracle link: a driver of both streams with a host behind it, hosts for tests, and a monitor."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from cocotb.triggers import Event

from .domain import Domain
from .frames import Beat, Frame, FrameAssembler, encode, from_host
from .gates import ALWAYS, Gate, Stall
from .link_table import LINK_VERSION
from .rocc import ProtocolError


@dataclass(frozen=True)
class TimedBeats:
    """Beats for the unit; the first is offered in cycle `earliest` or later."""

    beats: Sequence[Beat]
    earliest: int = 0


class LinkPeer(Protocol):
    """What stands at the other end of the link. Simulated time waits for it."""

    def receive(self, frame: Frame, cycle: int) -> None:
        """A whole frame left the unit; its last beat was taken in `cycle`."""

    def next(self) -> TimedBeats | None:
        """What the unit gets next; None: nothing before the unit has sent again. The same until it is taken or `receive` changes it."""

    def taken(self, cycle: int) -> None:
        """The first beat of what `next` gave is offered in `cycle`."""


class LinkPort:
    """Takes the unit's beats and offers those of a peer, with stalls either way. Raises MalformedFrame for a frame of the unit that is none."""

    def __init__(self, domain: Domain, peer: LinkPeer, to_host: Stall = ALWAYS, from_host: Stall = ALWAYS, seed: int = 0) -> None:
        """`to_host`: when the host takes beats; `from_host`: when it gives them."""
        self._domain = domain
        self._peer = peer
        self._takes = Gate(to_host, seed ^ 2)
        self._gives = Gate(from_host, seed ^ 3)
        self._asked = False
        self.hold = False
        """While it is set the host takes nothing."""
        self._assembler = FrameAssembler('to_host')
        self._stood: Beat | None = None
        self._waiting: TimedBeats | None = None
        self._left: deque[Beat] = deque()
        domain.start(self._run())

    def poke(self) -> None:
        """The peer has something that it did not have when it was asked last."""
        self._asked = False

    async def _run(self) -> None:
        dut, domain, edge, left = self._domain.dut, self._domain, self._domain.edge, self._left
        valid, standing = True, False
        while True:
            cycle = domain.cycle
            ready = self._takes.is_up(cycle) and not self.hold
            dut.link_tx_tready.value = ready
            # A beat that stands stays until it is taken.
            if not standing:
                beat = self._next_beat(cycle)
                standing = beat is not None
                if beat is not None:
                    dut.link_rx_tdata.value = beat.data
                    dut.link_rx_tkeep.value = beat.keep
                    dut.link_rx_tlast.value = beat.last
                if standing or valid:
                    dut.link_rx_tvalid.value = standing
                    valid = standing
            await edge
            if standing and dut.link_rx_tready.value:
                left.popleft()
                standing = False
            self._look(cycle, ready)

    def _next_beat(self, cycle: int) -> Beat | None:
        if not self._left and not self._asked:
            self._waiting = self._peer.next()
            self._asked = True
        if not self._gives.is_up(cycle):
            return None
        if not self._left and self._waiting is not None and self._waiting.earliest <= cycle:
            self._left.extend(self._waiting.beats)
            self._waiting = None
            self._asked = False
            self._peer.taken(cycle)
        return self._left[0] if self._left else None

    def _look(self, cycle: int, ready: bool) -> None:
        dut, stood = self._domain.dut, self._stood
        if not dut.link_tx_tvalid.value:
            if stood is not None:
                raise ProtocolError(f'cycle {cycle}: a beat that stood on link_tx was taken away')
            return
        beat = Beat(int(dut.link_tx_tdata.value), int(dut.link_tx_tkeep.value), bool(dut.link_tx_tlast.value))
        if stood is not None and stood != beat:
            raise ProtocolError(f'cycle {cycle}: a beat on link_tx changed before it was taken')
        self._stood = None if ready else beat
        if not ready:
            return
        frame = self._assembler.add(beat)
        if frame is not None:
            self._peer.receive(frame, cycle)
            self._asked = False


class QueuePeer:
    """A host by hand: the bench queues frames and looks at what the unit sends. It opens session 1 unless told otherwise."""

    def __init__(self, session: int = 1) -> None:
        """`session` 0: the bench says hello itself."""
        self.session = session
        self.frames: deque[Frame] = deque()
        """What came from the unit, hellos left out, oldest first."""
        self.hellos = 0
        """Hellos of the unit."""
        self.last_hello: Frame | None = None
        self._out: deque[TimedBeats] = deque()
        self._came = Event()
        self.port: LinkPort | None = None
        """Set it, so that frames queued later reach the port at once."""
        if session > 0:
            self.send(from_host('hello', session=session, length=LINK_VERSION))

    def send(self, frame: Frame | Sequence[Beat], earliest: int = 0) -> None:
        """Queues a frame, or beats that are none."""
        self._out.append(TimedBeats(encode(frame) if isinstance(frame, Frame) else list(frame), earliest))
        if self.port is not None:
            self.port.poke()

    @property
    def owes(self) -> bool:
        """Frames are queued that the unit has not begun to take."""
        return bool(self._out)

    async def frame(self, name: str | None = None) -> Frame:
        """The next frame of the unit, taken from `frames`; with `name` it has to be of that kind."""
        while not self.frames:
            self._came.clear()
            await self._came.wait()
        frame = self.frames.popleft()
        assert name is None or frame.name == name, f'a frame {name} was due, and {frame.name} came'
        return frame

    async def query(self) -> Frame:
        """The next query as one frame: all its chunks. `offset` and `length` are those of the whole."""
        chunks = [await self.frame('query')]
        while chunks[-1].trailer is not None and not chunks[-1].trailer.last:
            chunks.append(await self.frame('query'))
        data = b''.join(c.data for c in chunks)
        first = chunks[0]
        assert first.trailer is not None and first.trailer.first, 'a query begins with a chunk that says first'
        return Frame(first.kind, {**first.header, 'length': len(data)}, data, chunks[-1].trailer)

    def receive(self, frame: Frame, cycle: int) -> None:
        if frame.name == 'hello':
            self.hellos += 1
            self.last_hello = frame
        else:
            self.frames.append(frame)
        self._came.set()

    async def until_open(self) -> None:
        """Until the unit has answered with the session's number."""
        while self.last_hello is None or self.last_hello['session'] != self.session:
            self._came.clear()
            await self._came.wait()

    def next(self) -> TimedBeats | None:
        return self._out[0] if self._out else None

    def taken(self, cycle: int) -> None:
        self._out.popleft()


class LinkMonitor:
    """Reads both streams at rising edges."""

    def __init__(self, domain: Domain) -> None:
        self._dut = domain.dut

    def to_host(self) -> Beat | None:
        """The beat that the host took in the cycle that ends."""
        dut = self._dut
        if not (dut.link_tx_tvalid.value and dut.link_tx_tready.value):
            return None
        return Beat(int(dut.link_tx_tdata.value), int(dut.link_tx_tkeep.value), bool(dut.link_tx_tlast.value))

    def from_host(self) -> Beat | None:
        """The beat that the unit took in the cycle that ends."""
        dut = self._dut
        if not (dut.link_rx_tvalid.value and dut.link_rx_tready.value):
            return None
        return Beat(int(dut.link_rx_tdata.value), int(dut.link_rx_tkeep.value), bool(dut.link_rx_tlast.value))
