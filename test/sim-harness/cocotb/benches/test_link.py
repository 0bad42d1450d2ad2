"""The link: back-pressure, gaps, malformed frames, and what counts for nobody."""

import cocotb
from archnights_cocotb import PARAMETERS, Beat, Cause, Counter, OracleUnit, SlotField, Stall, UnitBench, answer, encode, from_host
from common import BASE, LONG, YIELD, reply

TEXT = bytes(0x20 + n % 90 for n in range(600))


@cocotb.test(timeout_time=LONG, timeout_unit='step')
async def stalls_lose_nothing(dut: OracleUnit) -> None:
    """Both streams and the responses come and go: the same bytes arrive."""
    bench = await UnitBench.start(dut, to_host=Stall(3, 9), from_host=Stall(2, 7), responses=Stall(4, 6), seed=5)
    await bench.boot()
    await bench.open(0, BASE, 2048, TEXT)
    for _ in range(2):
        await bench.must('ostart', 0)
        query = await bench.host.query()
        reply(bench, query, TEXT[:100], end=False)
        reply(bench, query, TEXT[100:300] + YIELD, after=100)
        await bench.trap(Cause.YIELD)
    assert await bench.history(0) == TEXT + (TEXT[:300] + YIELD) * 2
    await bench.finish()


@cocotb.test(timeout_time=LONG, timeout_unit='step')
async def a_host_that_takes_nothing_holds_up_no_command(dut: OracleUnit) -> None:
    """While the link stands still commands are answered, and a slot can be aborted; then everything goes on."""
    bench = await UnitBench.start(dut)
    await bench.boot()
    await bench.host.until_open()
    await bench.open(0, BASE, 2048, TEXT)
    bench.link.hold = True
    await bench.must('ostart', 0)
    await bench.domain.cycles(400)
    for _ in range(3):
        assert await bench.field(1, SlotField.STATUS) == 0
    await bench.must('oabort', 0)
    await bench.trap(Cause.ABORT)
    await bench.must('ostart', 0)
    await bench.domain.cycles(400)
    bench.link.hold = False
    # A chunk that was begun is completed, flagged cut; then the abort, then the new query.
    frame = await bench.host.frame()
    chunks = 0
    while frame.name == 'query' and frame['sequence'] == 1:
        chunks += 1
        cut = frame.trailer is not None and frame.trailer.cut
        frame = await bench.host.frame()
    assert chunks > 0 and cut, 'the chunk that was begun does not say cut'
    assert frame.name == 'abort' and frame['sequence'] == 1
    query = await bench.host.query()
    assert (query['sequence'], query.data) == (2, TEXT)
    reply(bench, query, YIELD)
    await bench.trap(Cause.YIELD)
    await bench.finish()


@cocotb.test(timeout_time=LONG, timeout_unit='step')
async def malformed_frames_trap_the_slot_they_name(dut: OracleUnit) -> None:
    """A frame too short, one too long, a hole in tkeep, an unknown kind, a chunk without anything: cause link, and memory is not touched."""
    bench = await UnitBench.start(dut)
    await bench.boot()
    await bench.open(0, BASE, 2048, b'history')

    def spoilt(how: str, session: int, sequence: int) -> list[Beat]:
        good = encode(answer(b'0123456789abcdef', end=False, session=session, slot=0, sequence=sequence, offset=7))
        if how == 'short':
            return [*good[:-2], good[-2]._replace(last=True)]
        if how == 'long':
            return [*good[:-1], good[-1]._replace(last=False), Beat(0, 0xFF, True)]
        if how == 'keep':
            return [*good[:2], good[2]._replace(keep=0x7F), *good[3:]]
        if how == 'kind':
            return [good[0]._replace(data=good[0].data & ~0xFF | 0x7E), *good[1:]]
        return encode(answer(b'', end=False, session=session, slot=0, sequence=sequence, offset=7))

    for how in ('short', 'long', 'keep', 'kind', 'empty'):
        await bench.must('ostart', 0)
        query = await bench.host.query()
        bench.host.send(spoilt(how, query['session'], query['sequence']))
        assert (await bench.trap(Cause.LINK)).appended == 0, how
        assert (await bench.host.frame('abort'))['offset'] == 0
        assert await bench.history(0) == b'history'
    await bench.finish()


@cocotb.test(timeout_time=LONG, timeout_unit='step')
async def frames_for_nobody_are_dropped_and_counted(dut: OracleUnit) -> None:
    """Another session, another sequence, a slot that does not run, one that is not there: nothing happens but a count."""
    bench = await UnitBench.start(dut)
    await bench.boot()
    await bench.open(0, BASE, 2048, b'history')
    await bench.must('ostart', 0)
    query = await bench.host.query()
    right = {'session': query['session'], 'slot': 0, 'sequence': query['sequence']}
    wrong = [{'session': 9}, {'sequence': query['sequence'] + 1}, {'slot': 1 % PARAMETERS.slots, 'sequence': 7}, {'slot': 200}]
    for bend in wrong:
        bench.host.send(from_host('fault', **{**right, **bend}))
    await bench.domain.cycles(400)
    reply(bench, query, b'ok' + YIELD)
    await bench.trap(Cause.YIELD)
    assert await bench.counter(0, Counter.DROPPED) == len(wrong)
    await bench.finish()


@cocotb.test(timeout_time=LONG, timeout_unit='step')
async def hints_go_up_and_cached_comes_down(dut: OracleUnit) -> None:
    """ohint leaves as a frame; cached is taken for what the host may have, and dropped for more."""
    bench = await UnitBench.start(dut)
    await bench.boot()
    await bench.host.until_open()
    await bench.open(0, BASE, 2048, b'history')
    await bench.must('ohint', 0, 1002)
    hint = await bench.host.frame('hint')
    assert (hint['slot'], hint['offset']) == (0, 1002)
    await bench.must('ostart', 0)
    query = await bench.host.query()
    reply(bench, query, b'ok' + YIELD)
    await bench.trap(Cause.YIELD)
    dropped = await bench.counter(0, Counter.DROPPED)
    for offset in (10, 11):
        bench.host.send(from_host('cached', session=query['session'], slot=0, sequence=query['sequence'], offset=offset))
    await bench.domain.cycles(400)
    assert await bench.field(0, SlotField.CACHED) == 10
    assert await bench.counter(0, Counter.DROPPED) == dropped + 1
    await bench.finish()
