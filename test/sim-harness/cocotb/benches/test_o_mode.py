"""O-mode and P-mode of one slot: turns, the yield trap, and every other cause."""

import cocotb
from archnights_cocotb import PARAMETERS, Cause, Counter, OracleUnit, SlotField, SlotStatus, Status, Tokens, UnitBench, from_host
from common import BASE, LIMIT, YIELD, bare, reply

HISTORY = b'What is the capital of Tibet?'


async def opened(dut: OracleUnit, room: int = 512) -> UnitBench:
    """A bench with slot 0, colour O, in which a history lies."""
    bench = await UnitBench.start(dut)
    await bench.boot()
    await bench.open(0, BASE, room, HISTORY)
    return bench


@cocotb.test(timeout_time=LIMIT, timeout_unit='step')
async def one_turn(dut: OracleUnit) -> None:
    """oenter sends the history, takes the answer, appends it and traps yield; the next turn sends only what is new."""
    bench = await opened(dut)
    entering = bench.issue('oenter', 0)
    query = await bench.host.query()
    assert (query.data, query['offset'], query['slot'], query['sequence']) == (HISTORY, 0, 0, 1)
    reply(bench, query, b'Lhasa' + YIELD, tokens=Tokens(7, 3, 10))
    assert await entering.wait() == 0
    record = await bench.trap(Cause.YIELD)
    assert (record.slot, record.appended, record.cut) == (0, 6, False)
    assert await bench.history(0) == HISTORY + b'Lhasa' + YIELD
    assert await bench.field(0, SlotField.HELD) == len(HISTORY) + 6

    more = b'And of France?'
    top = BASE + len(HISTORY) + 6
    bench.write(top, more)
    await bench.must('oseg.top', 0, top + len(more))
    await bench.must('ostart', 0)
    query = await bench.host.query()
    assert (query.data, query['offset'], query['sequence']) == (more, len(HISTORY) + 6, 2)
    reply(bench, query, b'Paris' + YIELD, tokens=Tokens(5, 12, 17))
    await bench.trap(Cause.YIELD)
    wanted = {
        Counter.QUERIES: 2, Counter.ANSWERS: 2, Counter.SENT_NEW: len(HISTORY) + len(more), Counter.SENT_AGAIN: 0, Counter.APPENDED: 12,
        Counter.TOKENS_EVALUATED: 12, Counter.TOKENS_REUSED: 15, Counter.TOKENS_HISTORY: 17,
    }
    for counter, value in wanted.items():
        assert await bench.counter(0, counter) == value, counter.name
    await bench.finish()


@cocotb.test(timeout_time=LIMIT, timeout_unit='step')
async def answers_until_one_yields(dut: OracleUnit) -> None:
    """Without a yield symbol at its end an answer is not the last: the unit asks again, with nothing new to send."""
    bench = await opened(dut)
    await bench.must('ostart', 0)
    answers = [b'a' + YIELD + b'b', b'', b'cd', YIELD]
    for n, data in enumerate(answers):
        query = await bench.host.query()
        assert (query.data, query['sequence']) == (HISTORY if n == 0 else b'', n + 1)
        reply(bench, query, data)
    record = await bench.trap(Cause.YIELD)
    assert record.appended == len(b''.join(answers))
    assert await bench.history(0) == HISTORY + b''.join(answers)
    await bench.finish()


@cocotb.test(timeout_time=LIMIT, timeout_unit='step')
async def an_answer_in_chunks_of_every_size(dut: OracleUnit) -> None:
    """Chunks of 1 to 17 symbols that begin at every lane of a word land where they belong."""
    bench = await opened(dut)
    await bench.must('ostart', 0)
    query = await bench.host.query()
    text = bytes(0x20 + n % 90 for n in range(sum(range(1, 18))))
    at = 0
    for size in range(1, 18):
        reply(bench, query, text[at:at + size], end=False, after=at)
        at += size
    reply(bench, query, YIELD, after=at)
    assert (await bench.trap(Cause.YIELD)).appended == len(text) + 1
    assert await bench.history(0) == HISTORY + text + YIELD
    await bench.finish()


@cocotb.test(timeout_time=LIMIT, timeout_unit='step')
async def a_budget_is_queries_and_symbols(dut: OracleUnit) -> None:
    """A query costs one and a symbol costs one; what fitted is kept, flag cut, and the host is told the length."""
    bench = await opened(dut)
    await bench.must('ostart', 0, 4)
    query = await bench.host.query()
    reply(bench, query, b'four5')
    record = await bench.trap(Cause.BUDGET)
    assert (record.appended, record.cut) == (3, True)
    assert await bench.history(0) == HISTORY + b'fou'
    abort = await bench.host.frame('abort')
    assert (abort['offset'], abort['sequence']) == (len(HISTORY) + 3, query['sequence'])
    assert await bench.field(0, SlotField.HELD) == len(HISTORY) + 3

    # The budget ends with the answer: another query would be one too many, and nothing was cut.
    await bench.must('ostart', 0, 3)
    reply(bench, await bench.host.query(), b'ab')
    record = await bench.trap(Cause.BUDGET)
    assert (record.appended, record.cut) == (2, False)
    # An answer that ends just as the budget does still yields.
    await bench.must('ostart', 0, 3)
    reply(bench, await bench.host.query(), b'c' + YIELD)
    assert (await bench.trap(Cause.YIELD)).appended == 2
    await bench.finish()


@cocotb.test(timeout_time=LIMIT, timeout_unit='step')
async def no_room_is_found_before_no_budget(dut: OracleUnit) -> None:
    """A symbol without room traps limit, flag cut; nothing behind the segment is touched."""
    bench = await opened(dut, room=32)
    bench.write(BASE + 32, b'neighbour')
    await bench.must('ostart', 0, 1 + 32 - len(HISTORY))
    reply(bench, await bench.host.query(), b'abcdefghij')
    record = await bench.trap(Cause.LIMIT)
    assert (record.appended, record.cut) == (32 - len(HISTORY), True)
    assert bench.read(BASE, 41) == HISTORY + b'abc' + b'neighbour'
    await bench.finish()


@cocotb.test(timeout_time=LIMIT, timeout_unit='step')
async def a_reject_leaves_the_history(dut: OracleUnit) -> None:
    """reject before the first symbol: nothing is appended, the host keeps what it has. Behind a symbol it is a fault of the link."""
    bench = await opened(dut)
    await bench.must('ostart', 0)
    bare(bench, 'reject', await bench.host.query())
    assert (await bench.trap(Cause.REJECT)).appended == 0
    assert await bench.history(0) == HISTORY
    assert await bench.field(0, SlotField.HELD) == len(HISTORY)

    await bench.must('ostart', 0)
    query = await bench.host.query()
    assert query.data == b''
    reply(bench, query, b'x', end=False)
    bare(bench, 'reject', query)
    assert (await bench.trap(Cause.LINK)).appended == 0
    assert await bench.history(0) == HISTORY
    assert await bench.field(0, SlotField.HELD) == 0
    await bench.finish()


@cocotb.test(timeout_time=LIMIT, timeout_unit='step')
async def a_fault_of_the_host_rolls_back(dut: OracleUnit) -> None:
    """fault, a mark in an answer and a wrong offset: cause link, the answer is gone, and the next query sends everything again."""
    bench = await opened(dut)
    for n, spoil in enumerate(('fault', 'mark', 'offset')):
        await bench.must('ostart', 0)
        query = await bench.host.query()
        assert query.data == HISTORY and query['offset'] == 0, 'held was 0'
        reply(bench, query, b'half an ans', end=False)
        if spoil == 'fault':
            bare(bench, 'fault', query)
        elif spoil == 'mark':
            reply(bench, query, b'we' + bytes([PARAMETERS.record_marks[n]]) + b'r', after=11)
        else:
            reply(bench, query, b'wer', after=12)
        assert (await bench.trap(Cause.LINK)).appended == 0
        assert (await bench.host.frame('abort'))['offset'] == 0
        assert await bench.history(0) == HISTORY
    assert await bench.counter(0, Counter.SENT_AGAIN) == 2 * len(HISTORY)
    await bench.finish()


@cocotb.test(timeout_time=LIMIT, timeout_unit='step')
async def an_abort_takes_back_what_came(dut: OracleUnit) -> None:
    """oabort in the middle of an answer: the record comes, top is where the query began, late frames are dropped and counted."""
    bench = await opened(dut)
    entering = bench.issue('oenter', 0)
    query = await bench.host.query()
    reply(bench, query, b'half', end=False)
    await bench.domain.cycles(200)
    assert await bench.command('oabort', 0) == 0
    assert await entering.wait() == 0
    # Until its record was taken the slot is busy.
    assert await bench.command('ostart', 0) == Status.BUSY
    assert await bench.must('oseg.get', 0, SlotField.STATUS) == SlotStatus.TRAPPED
    assert (await bench.trap(Cause.ABORT)).appended == 0
    assert await bench.history(0) == HISTORY
    assert (await bench.host.frame('abort'))['offset'] == len(HISTORY)
    dropped = await bench.counter(0, Counter.DROPPED)
    reply(bench, query, b' an answer' + YIELD, after=4)
    await bench.domain.cycles(200)
    assert await bench.counter(0, Counter.DROPPED) == dropped + 1
    assert await bench.command('oabort', 0) == Status.IDLE
    await bench.finish()


@cocotb.test(timeout_time=LIMIT, timeout_unit='step')
async def the_watchdog_ends_a_silent_host(dut: OracleUnit) -> None:
    """Without a symbol for so many cycles the cause is link; a symbol starts the time anew."""
    bench = await opened(dut)
    await bench.must('oseg.watch', 0, 1000)
    await bench.must('ostart', 0)
    query = await bench.host.query()
    await bench.domain.cycles(800)
    reply(bench, query, b'x', end=False)
    await bench.domain.cycles(800)
    assert not bench.rocc.interrupt, 'the symbol did not start the time anew'
    await bench.domain.cycles(600)
    assert bench.rocc.interrupt, 'the watchdog sleeps'
    await bench.trap(Cause.LINK)
    await bench.finish()


@cocotb.test(timeout_time=LIMIT, timeout_unit='step')
async def p_mode_is_one_answer(dut: OracleUnit) -> None:
    """oracle asks any Oracle once, whatever the colour of the slot; the record tells a yield, and the slot stays bound to its own."""
    bench = await opened(dut)
    await bench.open(1, BASE + 512, 64, b'data', colour='P')
    assert await bench.command('ostart', 1) == Status.COLOUR
    asking = bench.issue('oracle', 1, 9)
    query = await bench.host.query()
    assert (query['oracle'], query['slot'], query.data) == (9, 1, b'data')
    reply(bench, query, b'no end')
    assert await asking.wait() == 0
    assert not (await bench.trap(Cause.ANSWER, 1)).yielded
    await bench.must('oask', 1, 5)
    reply(bench, await bench.host.query(), YIELD)
    assert (await bench.trap(Cause.ANSWER, 1)).yielded
    assert await bench.field(1, SlotField.ORACLE) == 0
    # O-mode: only what oauto allows.
    await bench.must('oseg.bind', 0, 3)
    assert await bench.command('ostart', 0) == Status.ORACLE
    await bench.finish()


@cocotb.test(timeout_time=LIMIT, timeout_unit='step')
async def an_interrupt_lets_a_waiting_command_go(dut: OracleUnit) -> None:
    """rocc_exception: oenter answers running at once, the slot goes on, owait waits for it again."""
    bench = await opened(dut)
    entering = bench.issue('oenter', 0)
    query = await bench.host.query()
    assert entering.answered is None
    bench.rocc.exception()
    assert await entering.wait() == 1
    assert await bench.must('oseg.get', 0, SlotField.STATUS) == SlotStatus.RUNNING
    waiting = bench.issue('owait', 1)
    reply(bench, query, b'there' + YIELD)
    assert await waiting.wait() == 0
    await bench.trap(Cause.YIELD)
    assert await bench.command('owait', 1) == Status.IDLE
    await bench.finish()


@cocotb.test(timeout_time=LIMIT, timeout_unit='step')
async def a_new_session_ends_what_runs(dut: OracleUnit) -> None:
    """The host comes back under another number: cause link, held 0, an abort under the new one; answers under the old number are dropped."""
    bench = await opened(dut)
    await bench.must('ostart', 0)
    query = await bench.host.query()
    bench.host.send(from_host('hello', session=2))
    await bench.trap(Cause.LINK)
    assert await bench.field(0, SlotField.HELD) == 0
    abort = await bench.host.frame('abort')
    assert (abort['session'], abort['offset']) == (2, 0)
    await bench.must('ostart', 0)
    again = await bench.host.query()
    assert (again['session'], again.data) == (2, HISTORY)
    reply(bench, query, b'from the grave' + YIELD)
    old = from_host('reject', session=1, slot=0, sequence=again['sequence'])
    bench.host.send(old)
    reply(bench, again, b'alive' + YIELD)
    await bench.trap(Cause.YIELD)
    assert await bench.history(0) == HISTORY + b'alive' + YIELD
    await bench.finish()
