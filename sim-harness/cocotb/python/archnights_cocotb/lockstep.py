"""Every cycle of a test against the reference: what stands on the unit's ports goes to the project's observer, which knows every state that the
instruction set allows, and stops the test at the first difference."""

from __future__ import annotations

from typing import Any

import cocotb

from .domain import Domain
from .link import LinkMonitor
from .memory import MemoryMonitor
from .reference import Reference, beat_fields, command_fields, settings
from .rocc import RoccMonitor

_BURST = 64


class Difference(AssertionError):
    """The unit did what no reading of the instruction set allows. The text names the rule, what was due, what was seen, and the cycles before."""


class Lockstep:
    """Watches from cycle 0 on. Tell it the Priestess's own stores by `wrote`, and call `finish` at the end of a test."""

    def __init__(self, domain: Domain, reference: Reference | None = None) -> None:
        self._domain = domain
        self._reference = reference or Reference.shared()
        self._id: int = self._reference.ask('observer', settings=settings())['id']
        self._events: list[dict[str, object]] = []
        self._rocc = RoccMonitor(domain)
        self._memory = MemoryMonitor(domain)
        self._link = LinkMonitor(domain)
        self._lines = (False, False, False)
        self.cycles = 0
        """Cycles looked at."""
        domain.start(self._run())

    def wrote(self, address: int, data: bytes) -> None:
        """The Priestess wrote memory, before the next cycle."""
        self._flush()
        self._look(self._reference.ask('wrote', id=self._id, address=hex(address), bytes=data.hex()))

    def finish(self, drained: bool = False) -> None:
        """Everything that waits for nothing outside must have happened. `drained`: the link and memory took all there was for more than 1,000 cycles."""
        self._flush()
        self._look(self._reference.ask('finish', id=self._id, drained=drained))

    async def _run(self) -> None:
        domain, edge = self._domain, self._domain.edge
        while True:
            await edge
            self.cycles += 1
            event = self._event()
            if event is not None:
                event['cycle'] = domain.cycle - 1
                self._events.append(event)
                if len(self._events) >= _BURST:
                    self._flush()

    def _event(self) -> dict[str, object] | None:
        """What was handed over in the cycle that ends; None for nothing, and no line changed."""
        event: dict[str, object] = {}
        if (command := self._rocc.command()) is not None:
            event['command'] = command_fields(command)
        if (response := self._rocc.response()) is not None:
            event['response'] = {'rd': response.rd, 'data': hex(response.data)}
        if (access := self._memory.request()) is not None:
            event['memoryRequest'] = {'store': access.store, 'address': hex(access.address), 'bytes': access.size, 'tag': access.tag, 'data': hex(access.data)}
        if (answer := self._memory.answer()) is not None:
            event['memoryResponse'] = {'tag': answer.tag, 'data': hex(answer.data)}
        if (beat := self._link.to_host()) is not None:
            event['toHost'] = beat_fields(beat)
        if (beat := self._link.from_host()) is not None:
            event['fromHost'] = beat_fields(beat)
        lines = self._rocc.lines()
        if not event and lines == self._lines:
            return None
        self._lines = lines
        event['exception'], event['interrupt'], event['busy'] = lines
        return event

    def _flush(self) -> None:
        if self._events:
            events, self._events = self._events, []
            self._look(self._reference.ask('observe', id=self._id, events=events))

    def _look(self, answer: dict[str, Any]) -> None:
        for remark in answer.get('remarks', []):
            cocotb.log.warning('reference: %s', remark)
        if 'difference' in answer:
            raise Difference(answer['difference'])
