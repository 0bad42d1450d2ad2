"""Clock, reset and the number of the clock cycle."""

from __future__ import annotations

from collections.abc import Coroutine

import cocotb
from cocotb.clock import Clock
from cocotb.task import Task
from cocotb.triggers import RisingEdge, Trigger
from cocotb.utils import get_sim_time

from .unit import PORTS, OracleUnit


class Domain:
    """The one clock domain of the unit: clock, and a synchronous reset that is active high.

    Between two rising edges lies one cycle; cycle 0 begins with the last edge under reset. What a bench writes behind an edge is
    what the unit sees in the cycle that begins there; what it reads at an edge is what stood in the cycle that ends there.
    """

    def __init__(self, dut: OracleUnit, period: int = 10) -> None:
        """`period`: of the clock, in steps of the simulator, even."""
        self.dut = dut
        self.period = period
        self.edge = RisingEdge(dut.clock)
        self._zero = 0
        self._clock: Task[None] | None = None
        self._tasks: list[Task[None]] = []

    async def reset(self, cycles: int = 2) -> None:
        """Starts the clock if it does not run, sets every input to 0, and holds reset for some edges. Returns at the beginning of cycle 0."""
        for port in PORTS:
            if port.direction == 'input' and port.name not in ('clock', 'reset'):
                getattr(self.dut, port.name).value = 0
        self.dut.reset.value = 1
        if self._clock is None:
            self.dut.clock.value = 0
            self._clock = Clock(self.dut.clock, self.period, unit='step').start(start_high=False)
        for _ in range(cycles):
            await self.edge
        self.dut.reset.value = 0
        self._zero = int(get_sim_time('step'))

    def start(self, task: Coroutine[Trigger, None, None]) -> None:
        """Runs it beside the test until the domain is stopped: for drivers and monitors."""
        self._tasks.append(cocotb.start_soon(task))

    def stop(self) -> None:
        """Ends the clock and all that was started on it; another Domain may follow in the same test."""
        for task in [*self._tasks, *([] if self._clock is None else [self._clock])]:
            task.cancel()
        self._tasks.clear()
        self._clock = None

    @property
    def cycle(self) -> int:
        """At a rising edge: the cycle that begins; in between: the one that runs."""
        return (int(get_sim_time('step')) - self._zero) // self.period

    async def cycles(self, count: int) -> None:
        """Waits for `count` rising edges."""
        for _ in range(count):
            await self.edge


def check_ports(dut: OracleUnit) -> None:
    """The simulated top module has exactly the ports that this package was generated for. Raises AssertionError that names the port."""
    for port in PORTS:
        handle = getattr(dut, port.name, None)
        assert handle is not None, f'{dut._name} has no port {port.name}: the Verilog and this package are not from the same unit'
        width = len(handle)
        assert width == port.width, f'{dut._name}.{port.name} has {width} bits, the unit of this package {port.width}'
