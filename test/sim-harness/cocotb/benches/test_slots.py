"""Several slots at once: each its own history, records in the order of their ends, the link shared by chunk."""

import cocotb
from archnights_cocotb import PARAMETERS, Cause, Frame, OracleUnit, SlotField, Status, UnitBench
from common import BASE, LONG, YIELD, reply

SLOTS = min(PARAMETERS.slots, 4)
ROOM = 1024


@cocotb.test(timeout_time=LONG, timeout_unit='step')
async def records_come_in_the_order_of_the_ends(dut: OracleUnit) -> None:
    """All slots run; they end in another order than they began in, and otrap -1 hands the records out oldest first."""
    bench = await UnitBench.start(dut)
    await bench.boot()
    texts = [b'%c' % (0x61 + n) * (30 + 40 * n) for n in range(SLOTS)]
    for n, text in enumerate(texts):
        await bench.open(n, BASE + n * ROOM, ROOM, text)
        await bench.must('ostart', n)
    queries: dict[int, Frame] = {}
    chunks: dict[int, bytes] = {}
    while len(queries) < SLOTS:
        frame = await bench.host.frame('query')
        chunks[frame['slot']] = chunks.get(frame['slot'], b'') + frame.data
        assert frame.trailer is not None
        if frame.trailer.last:
            queries[frame['slot']] = frame
    assert [chunks[n] for n in range(SLOTS)] == texts
    order = [n for n in range(SLOTS) if n % 2 == 1] + [n for n in range(SLOTS) if n % 2 == 0]
    for n in order:
        reply(bench, queries[n], b'answer %d' % n + YIELD)
    await bench.domain.cycles(600)
    assert await bench.command('ostart', order[0]) == Status.BUSY
    for n in order:
        assert (await bench.trap(Cause.YIELD)).slot == n
    assert not bench.rocc.interrupt and await bench.command('otrap', -1) == 0
    for n, text in enumerate(texts):
        assert await bench.history(n) == text + b'answer %d' % n + YIELD
    await bench.finish()


@cocotb.test(timeout_time=LONG, timeout_unit='step', skip=PARAMETERS.slots < 2)
async def long_queries_share_the_link_by_chunk(dut: OracleUnit) -> None:
    """Of two long queries no one waits for the whole of the other, and no chunk is larger than it may be."""
    bench = await UnitBench.start(dut)
    await bench.boot()
    length = 6 * PARAMETERS.chunk_bytes
    texts = [bytes((17 * n + i) % 90 + 0x20 for i in range(length)) for n in range(2)]
    for n, text in enumerate(texts):
        await bench.open(n, BASE + n * 2 * length, 2 * length, text)
    for n in range(2):
        await bench.must('ostart', n)
    order: list[int] = []
    got = [b'', b'']
    last: dict[int, Frame] = {}
    while len(last) < 2:
        frame = await bench.host.frame('query')
        n = frame['slot']
        assert len(frame.data) <= PARAMETERS.chunk_bytes and frame['offset'] == len(got[n])
        order.append(n)
        got[n] += frame.data
        if frame.trailer is not None and frame.trailer.last:
            last[n] = frame
    assert got == texts
    assert len(order) == 12 and sum(a != b for a, b in zip(order, order[1:])) >= 8, f'the slots do not take turns: {order}'
    for n in range(2):
        reply(bench, last[n], YIELD)
    for _ in range(2):
        await bench.trap(Cause.YIELD)
    await bench.finish()


@cocotb.test(timeout_time=LONG, timeout_unit='step', skip=PARAMETERS.slots < 2)
async def a_fork_shares_what_the_host_has(dut: OracleUnit) -> None:
    """ofork: the copy begins with what the host has of its source; only the rest of its history leaves."""
    bench = await UnitBench.start(dut)
    await bench.boot()
    text = b'a history that both have'
    await bench.open(0, BASE, ROOM, text)
    await bench.must('ostart', 0)
    reply(bench, await bench.host.query(), YIELD)
    await bench.trap(Cause.YIELD)
    await bench.open(1, BASE + ROOM, ROOM)
    bench.write(BASE + ROOM, text)
    await bench.must('ofork', len(text) << 8 | 1, 0)
    fork = await bench.host.frame('fork')
    assert (fork['slot'], fork['length'], fork['offset']) == (1, 0, len(text))
    assert await bench.field(1, SlotField.HELD) == len(text)
    await bench.must('opush', 1, 0x21)
    await bench.must('ostart', 1)
    query = await bench.host.query()
    assert (query.data, query['offset']) == (b'!', len(text))
    reply(bench, query, YIELD)
    await bench.trap(Cause.YIELD, 1)
    await bench.finish()
