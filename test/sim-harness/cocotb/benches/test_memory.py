"""The memory port: any order, gaps, nacks, its death, and one byte at a time."""

import cocotb
from archnights_cocotb import PARAMETERS, Cause, MemorySettings, OracleUnit, Status, UnitBench, rocket, scattered
from common import BASE, LIMIT, LONG, YIELD, reply


async def long_turn(bench: UnitBench, size: int = 700) -> None:
    """A long query and a long answer of slot 0, from an odd place on."""
    await bench.boot()
    text = bytes(0x20 + (7 * n) % 90 for n in range(size + 3))
    await bench.open(0, BASE, 4096, text)
    await bench.must('ostart', 0)
    query = await bench.host.query()
    assert query.data == text
    answer = bytes(0x20 + (11 * n) % 90 for n in range(size)) + YIELD
    reply(bench, query, answer)
    assert (await bench.trap(Cause.YIELD)).appended == len(answer)
    assert await bench.history(0) == text + answer


@cocotb.test(timeout_time=LONG, timeout_unit='step')
async def latencies_in_any_order(dut: OracleUnit) -> None:
    """1 to 40 cycles, answers out of order and with gaps, requests held up."""
    bench = await UnitBench.start(dut, memory=scattered(1))
    await long_turn(bench)
    assert bench.memory.reordered > 20, 'the memory was tame'
    await bench.finish()


@cocotb.test(timeout_time=LONG, timeout_unit='step')
async def misses_are_nacked_and_replayed(dut: OracleUnit) -> None:
    """A core's cache that refuses two of five requests at first: everything lands all the same."""
    bench = await UnitBench.start(dut, memory=rocket(3, misses=40))
    await long_turn(bench)
    assert bench.memory.nacks > 40, 'the cache missed too little'
    await bench.finish()


@cocotb.test(timeout_time=LIMIT, timeout_unit='step')
async def push_pop_and_peek(dut: OracleUnit) -> None:
    """The last in is the first out, at every lane of a word, also where memory is slow."""
    bench = await UnitBench.start(dut, memory=scattered(4))
    await bench.boot()
    await bench.open(0, BASE, 16)
    assert await bench.command('opop', 0) == Status.EMPTY
    symbols = [0, 0xFF, 0x61, 0xF8, 0x80, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]
    for symbol in symbols:
        await bench.must('opush', 0, symbol)
    assert await bench.command('opush', 0, 1) == Status.ROOM
    assert bench.read(BASE, 16) == bytes(symbols)
    for offset in (0, 3, 15):
        assert await bench.must('opeek', 0, offset) == symbols[offset]
    assert await bench.command('opeek', 0, 16) == Status.RANGE
    for symbol in reversed(symbols):
        assert await bench.must('opop', 0) == symbol
    await bench.finish()


@cocotb.test(timeout_time=LONG, timeout_unit='step', skip=PARAMETERS.quiet == 0 or PARAMETERS.burst > 4096)
async def a_burst_is_followed_by_quiet(dut: OracleUnit) -> None:
    """After `burst` cycles of use comes a time without an access, so that LR/SC on the same hart ends: seen on a history that is long enough."""
    bench = await UnitBench.start(dut)
    await bench.boot()
    size = 8 * (PARAMETERS.burst + 400)
    await bench.open(0, BASE, size + 64, bytes(0x61 + n % 26 for n in range(size)))
    await bench.must('ostart', 0)
    waiting = cocotb.start_soon(bench.host.query())
    gap = longest = accesses = 0
    while not waiting.done():
        await bench.domain.edge
        if dut.mem_req_valid.value and dut.mem_req_ready.value:
            accesses, gap = accesses + 1, 0
        elif 0 < accesses < size // 8:
            gap += 1
            longest = max(longest, gap)
    assert longest >= PARAMETERS.quiet, f'the longest time without an access was {longest} cycles'
    reply(bench, waiting.result(), YIELD)
    await bench.trap(Cause.YIELD)
    await bench.finish()


@cocotb.test(timeout_time=LONG, timeout_unit='step', skip=PARAMETERS.memory_cycles > 10_000)
async def a_dead_memory_ends_the_run(dut: OracleUnit) -> None:
    """Memory that answers nothing any more: cause memory, and what needs memory answers memory from then on."""
    bench = await UnitBench.start(dut, memory=MemorySettings(dies_after=20))
    await bench.boot()
    await bench.open(0, BASE, 4096, bytes(1000))
    await bench.must('ostart', 0)
    assert (await bench.trap(Cause.MEMORY)).appended == 0
    assert await bench.command('opush', 0, 1) == Status.MEMORY
    await bench.finish()
