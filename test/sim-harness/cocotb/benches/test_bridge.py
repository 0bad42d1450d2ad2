"""The bridge's host with an Oracle of its own: the same run as `archnights run`, cycle for cycle. For a unit with the default parameters."""

import json
import os
import shlex
import subprocess
from pathlib import Path
from typing import Any

import cocotb
from archnights_cocotb import Cause, Counter, OracleHost, OracleUnit, SlotField, UnitBench
from common import BASE, LONG

HERE = Path(__file__).parent
SCRIPT, HISTORY, THEN = HERE / 'answers.jsonl', HERE / 'history.txt', HERE / 'then.txt'
COUNTERS = ('queries', 'sent_new', 'sent_again', 'appended', 'tokens_evaluated', 'tokens_reused', 'tokens_history', 'cycles_sending', 'cycles_host', 'cycles_appending')


def command_line_run() -> dict[str, Any]:
    """What `archnights run` says about the same."""
    command = shlex.split(os.environ.get('ARCHNIGHTS', 'npx --no-install archnights'))
    more = ['run', '--history', str(HISTORY), '--then', str(THEN), '--oracle', f'script:{SCRIPT}', '--json']
    return dict(json.loads(subprocess.run([*command, *more], check=True, stdout=subprocess.PIPE).stdout))


async def counted(bench: UnitBench) -> dict[str, int]:
    """The counters that a run reports."""
    return {name: await bench.counter(0, Counter[name.upper()]) for name in COUNTERS}


@cocotb.test(timeout_time=LONG, timeout_unit='step')
async def a_script_as_oracle(dut: OracleUnit) -> None:
    """Two turns with what the Priestess adds between them: transcript, records, counters and cycles are those of `archnights run`, whatever the simulator."""
    wanted = command_line_run()
    host = OracleHost(f'script:{SCRIPT}')
    bench = await UnitBench.start(dut, peer=host)
    history, more = HISTORY.read_bytes(), THEN.read_bytes()
    await bench.boot()
    await bench.open(0, BASE, -(-(len(history) + len(more) + 4096) // 8) * 8, history)
    before, since = await counted(bench), 0
    turns: list[dict[str, Any]] = []
    for turn in range(2):
        await bench.must('oenter', 0, 0)
        record = await bench.trap(Cause.YIELD)
        total = bench.domain.cycle - since
        since += total
        now = await counted(bench)
        top = await bench.field(0, SlotField.TOP)
        turns.append({
            'trap': {'cause': record.cause.name.lower(), 'slot': record.slot, 'appended': record.appended, 'cut': record.cut},
            'queries': now['queries'] - before['queries'],
            'symbols': {'sentNew': now['sent_new'] - before['sent_new'], 'sentAgain': now['sent_again'] - before['sent_again'], 'appended': now['appended'] - before['appended']},
            'tokens': {'evaluated': now['tokens_evaluated'] - before['tokens_evaluated'], 'reused': now['tokens_reused'] - before['tokens_reused'], 'history': now['tokens_history']},
            'cycles': {'total': total, **{kind: now[f'cycles_{kind}'] - before[f'cycles_{kind}'] for kind in ('sending', 'host', 'appending')}},
        })
        before = now
        if turn == 0:
            bench.write(top, more)
            await bench.must('oseg.top', 0, top + len(more))
    text = await bench.history(0)
    assert turns == wanted['turns']
    assert text.hex() == wanted['historyHex']
    assert text.startswith(history) and more in text
    kinds = [note['kind'] for note in host.notes()]
    assert kinds.count('query') == kinds.count('answer') == 3
    await bench.finish()
    host.close()


@cocotb.test(timeout_time=LONG, timeout_unit='step')
async def what_an_oracle_may_refuse(dut: OracleUnit) -> None:
    """A reject and a fault of the script, and a query that the script has no answer for; the host says why, the unit traps."""
    script = Path(os.environ.get('TMPDIR', '/tmp')) / f'refuses-{os.getpid()}.jsonl'
    script.write_text('{"reject": true}\n{"text": "half", "fault": true}\n')
    try:
        host = OracleHost(f'script:{script}')
    finally:
        script.unlink()
    bench = await UnitBench.start(dut, peer=host)
    await bench.boot()
    await bench.open(0, BASE, 256, b'please')
    for cause in (Cause.REJECT, Cause.LINK, Cause.LINK):
        await bench.must('ostart', 0)
        await bench.trap(cause)
        assert await bench.history(0) == b'please'
    said = [note for note in host.notes() if note['kind'] in ('reject', 'fault')]
    assert [note['kind'] for note in said] == ['reject', 'fault', 'fault']
    assert 'has no line' in said[2]['message']
    await bench.finish()
    host.close()
