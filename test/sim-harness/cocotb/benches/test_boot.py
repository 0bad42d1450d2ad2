"""Boot, session, segments, and what is refused on the way."""

import cocotb
from archnights_cocotb import INSTRUCTIONS, PARAMETERS, Info, OracleUnit, QueuePeer, SlotField, SlotStatus, Status, UnitBench, from_host
from archnights_cocotb.isa import ISA_FEATURES, ISA_VERSION
from archnights_cocotb.link_table import LINK_VERSION
from archnights_cocotb.unit import PARAMETERS_HASH
from common import BASE, LIMIT


@cocotb.test(timeout_time=LIMIT, timeout_unit='step')
async def boot_opens_a_session(dut: OracleUnit) -> None:
    """After reset the unit says hello with session 0, takes the host's number, and does what boot asks of it."""
    bench = await UnitBench.start(dut)
    await bench.boot()
    await bench.host.until_open()
    hello = bench.host.last_hello
    assert hello is not None and hello['session'] == 1 and hello['length'] == LINK_VERSION
    assert bench.host.hellos == 2, 'one after reset, one to the hello of the host'
    await bench.finish()


@cocotb.test(timeout_time=LIMIT, timeout_unit='step')
async def the_unit_tells_what_it_is(dut: OracleUnit) -> None:
    """oinfo: version, slots, symbols, features and the hash of the parameters are those that this package was generated with."""
    bench = await UnitBench.start(dut)
    marks = PARAMETERS.record_marks
    assert await bench.must('oinfo', Info.VERSION) == ISA_VERSION
    assert await bench.must('oinfo', Info.SLOTS) == PARAMETERS.slots
    assert await bench.must('oinfo', Info.SYMBOLS) == PARAMETERS.yield_symbol | marks[0] << 8 | marks[1] << 16 | marks[2] << 24
    assert await bench.must('oinfo', Info.FEATURES) == ISA_FEATURES
    assert await bench.must('oinfo', Info.PARAMETERS) == PARAMETERS_HASH
    assert await bench.must('oinfo', Info.ENTRY) == 0
    await bench.boot()
    assert await bench.must('oinfo', Info.ENTRY) == BASE
    await bench.finish()


@cocotb.test(timeout_time=LIMIT, timeout_unit='step')
async def what_boot_sets_is_set_once(dut: OracleUnit) -> None:
    """oentry, oauto and owindow answer locked a second time, and privilege below machine mode."""
    bench = await UnitBench.start(dut)
    for mnemonic in ('oentry', 'oauto', 'owindow'):
        assert await bench.command(mnemonic, BASE, BASE + 4096, prv=1) == Status.PRIVILEGE
    assert await bench.command('oseg.open', BASE | 1, 64 << 8) == Status.UNSET
    await bench.boot()
    for mnemonic in ('oentry', 'oauto', 'owindow'):
        assert await bench.command(mnemonic, BASE, BASE + 4096) == Status.LOCKED
    await bench.finish()


@cocotb.test(timeout_time=LIMIT, timeout_unit='step')
async def a_segment_from_open_to_close(dut: OracleUnit) -> None:
    """Fields of a slot, bounds of top and limit, overlap, and close."""
    bench = await UnitBench.start(dut)
    await bench.boot()
    assert await bench.must('oseg.get', 0, SlotField.STATUS) == SlotStatus.FREE
    assert await bench.command('oseg.top', 0, BASE) == Status.FREE
    await bench.open(0, BASE, 256, b'0123456789')
    wanted = {SlotField.STATUS: SlotStatus.IDLE, SlotField.COLOUR: 1, SlotField.BASE: BASE, SlotField.TOP: BASE + 10, SlotField.LIMIT: BASE + 256, SlotField.HELD: 0, SlotField.ORACLE: 0}
    for field, value in wanted.items():
        assert await bench.field(0, field) == value, field.name
    assert await bench.command('oseg.open', BASE | 1, 64 << 8) == Status.TAKEN
    assert await bench.command('oseg.open', BASE + 248 | 1, 64 << 8 | 1) == Status.OVERLAP
    assert await bench.command('oseg.open', BASE + 4 | 1, 64 << 8 | 1) == Status.ALIGN
    assert await bench.command('oseg.open', PARAMETERS.cacheable_high | 1, 64 << 8 | 1) == Status.RANGE
    assert await bench.command('oseg.top', 0, BASE + 257) == Status.RANGE
    assert await bench.command('oseg.limit', 0, BASE + 8) == Status.RANGE
    await bench.must('oseg.limit', 0, BASE + 16)
    assert await bench.command('oseg.top', 0, BASE + 17) == Status.RANGE
    await bench.must('oseg.top', 0, BASE + 16)
    await bench.must('oseg.close', 0)
    assert await bench.must('oseg.get', 0, SlotField.STATUS) == SlotStatus.FREE
    assert (await bench.host.frame('close'))['slot'] == 0
    await bench.finish()


@cocotb.test(timeout_time=LIMIT, timeout_unit='step')
async def every_instruction_wants_its_own_form(dut: OracleUnit) -> None:
    """Another funct3 than the row's answers opcode, and so does a funct7 that no row has; without xd nothing happens and nothing is answered."""
    bench = await UnitBench.start(dut)
    for row in INSTRUCTIONS.values():
        for funct3 in {4, 6, 7} - {row.funct3}:
            assert await bench.rocc.issue(row.mnemonic, funct3=funct3).wait() == Status.OPCODE, row.mnemonic
    taken = {row.funct7 for row in INSTRUCTIONS.values()}
    for funct7 in [n for n in (4, 39, 100, 127) if n not in taken]:
        assert await bench.rocc.issue('oinfo', funct7=funct7).wait() == Status.OPCODE
    await bench.rocc.issue('oentry', BASE, funct3=2).wait()
    assert await bench.must('oinfo', Info.ENTRY) == 0
    await bench.finish()


@cocotb.test(timeout_time=LIMIT, timeout_unit='step')
async def nothing_counts_before_the_session(dut: OracleUnit) -> None:
    """Until the host has said hello no query leaves, and its frames are dropped and counted."""
    bench = await UnitBench.start(dut, peer=QueuePeer(session=0))
    await bench.boot()
    await bench.open(0, BASE, 64, b'a question')
    bench.host.send(from_host('reject', session=0, slot=0, sequence=1))
    await bench.must('ostart', 0)
    await bench.domain.cycles(300)
    assert not bench.host.frames, 'a frame left without a session'
    bench.host.send(from_host('hello', session=7, length=LINK_VERSION))
    query = await bench.host.query()
    assert query['session'] == 7 and query.data == b'a question'
    bench.host.send(from_host('reject', session=7, slot=0, sequence=query['sequence']))
    assert (await bench.record()).appended == 0
    await bench.finish()
