"""What the benches share: addresses, time limits, answers of a host by hand."""

from __future__ import annotations

from archnights_cocotb import PARAMETERS, Frame, Tokens, UnitBench, answer, from_host

BASE = PARAMETERS.cacheable_low
YIELD = bytes([PARAMETERS.yield_symbol])


# How long a test may take, in steps of the simulator; ten are a clock cycle. A test that hangs ends then.
LIMIT, LONG, LONGEST = 200_000, 600_000, 2_000_000


def reply(bench: UnitBench, query: Frame, data: bytes, *, end: bool = True, tokens: Tokens = Tokens(), earliest: int = 0, after: int = 0) -> None:
    """The host answers a query with one chunk. `after`: symbols of this answer that were sent before."""
    at = query['offset'] + query['length'] + after
    bench.host.send(answer(data, end=end, tokens=tokens, session=query['session'], slot=query['slot'], sequence=query['sequence'], offset=at), earliest)


def bare(bench: UnitBench, name: str, query: Frame, **other: int) -> None:
    """The host sends a frame without data for a query: reject, fault."""
    bench.host.send(from_host(name, **{'session': query['session'], 'slot': query['slot'], 'sequence': query['sequence'], **other}))
