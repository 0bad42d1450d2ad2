"""Trap records and statuses: values of rd in words."""

from __future__ import annotations

from dataclasses import dataclass

from .isa import RECORD_APPENDED, RECORD_CAUSE, RECORD_FLAG_CUT, RECORD_FLAG_YIELDED, RECORD_FLAGS, RECORD_SLOT, Cause, Status


@dataclass(frozen=True)
class TrapRecord:
    """What `otrap` hands out."""

    cause: Cause
    slot: int
    appended: int
    """Symbols appended since the start that are still there."""
    cut: bool = False
    yielded: bool = False


def signed(rd: int) -> int:
    """rd, 64 bits, as a signed number."""
    return rd - (1 << 64) if rd >> 63 else rd


def status_of(rd: int) -> Status | None:
    """The status that a value of rd stands for, None for a command that did its work."""
    value = signed(rd)
    return Status(value) if value < 0 and value in Status._value2member_map_ else None


def decode_record(rd: int) -> TrapRecord | None:
    """The record in a value of rd; None for 0 and for what is no record."""
    if rd <= 0 or rd >> 63:
        return None
    flags = RECORD_FLAGS.of(rd)
    return TrapRecord(Cause(RECORD_CAUSE.of(rd)), RECORD_SLOT.of(rd), RECORD_APPENDED.of(rd), bool(flags >> RECORD_FLAG_CUT & 1), bool(flags >> RECORD_FLAG_YIELDED & 1))
