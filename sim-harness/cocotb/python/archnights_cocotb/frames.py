"""The codec of link frames: fields to beats and back. It knows nothing but the frame table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from .link_table import (
    ANSWER_FLAG_END,
    BEAT_BYTES,
    HEADER,
    HEADER_BEATS,
    KINDS,
    TOKEN_BEATS,
    TOKENS,
    TRAILER_CUT,
    TRAILER_FIRST,
    TRAILER_LAST,
    FrameKind,
    Place,
)


class Beat(NamedTuple):
    """One beat of the link: 64 bits little-endian, the lanes that count, the last of its frame."""

    data: int
    keep: int
    last: bool


class Trailer(NamedTuple):
    """The beat behind the data of a query chunk."""

    first: bool
    last: bool
    cut: bool


class Tokens(NamedTuple):
    """The two beats behind the last chunk of an answer."""

    evaluated: int = 0
    reused: int = 0
    history: int = 0


class MalformedFrame(ValueError):
    """Beats that do not fit the frame table."""


_FULL = (1 << BEAT_BYTES) - 1
_FIELDS = tuple(name for name in HEADER if name != 'kind')


def kind(name: str, direction: str) -> FrameKind:
    """The row of the table; `direction` is 'to_host' or 'from_host'."""
    for row in KINDS:
        if row.name == name and row.direction == direction:
            return row
    raise KeyError(f'no frame {name} {direction}')


@dataclass(frozen=True)
class Frame:
    """A frame. `header`: the fields that are not 0, `kind` left out."""

    kind: FrameKind
    header: Mapping[str, int] = field(default_factory=dict)
    data: bytes = b''
    trailer: Trailer | None = None
    tokens: Tokens | None = None

    def __getitem__(self, name: str) -> int:
        """A field of the header."""
        if name not in _FIELDS:
            raise KeyError(f'a header has no {name}')
        return self.header.get(name, 0)

    @property
    def name(self) -> str:
        """The name of its kind."""
        return self.kind.name


def answer(data: bytes, *, end: bool, tokens: Tokens = Tokens(), **header: int) -> Frame:
    """A chunk of an answer; with `end` the last one."""
    head = {'length': len(data), 'flags': int(end) << ANSWER_FLAG_END, **header}
    return Frame(kind('answer', 'from_host'), head, data, tokens=tokens if end else None)


def from_host(name: str, **header: int) -> Frame:
    """A frame without data for the unit: hello, reject, fault, cached."""
    return Frame(kind(name, 'from_host'), header)


def _lanes(size: int) -> int:
    return _FULL if size % BEAT_BYTES == 0 else (1 << size % BEAT_BYTES) - 1


def _words(places: Mapping[str, Place], values: Mapping[str, int], beats: int) -> list[int]:
    words = [0] * beats
    for name, place in places.items():
        words[place.beat] |= (values.get(name, 0) & (1 << place.width) - 1) << place.low
    return words


def _fields(places: Mapping[str, Place], beats: Sequence[Beat]) -> dict[str, int]:
    return {name: beats[place.beat].data >> place.low & (1 << place.width) - 1 for name, place in places.items()}


def encode(frame: Frame) -> list[Beat]:
    """The beats of a frame. The header's `length` is taken as it stands, so that a test can lie in it."""
    unknown = set(frame.header) - set(_FIELDS)
    if unknown:
        raise KeyError(f'a header has no {", ".join(sorted(unknown))}')
    words = _words(HEADER, {**frame.header, 'kind': frame.kind.code}, HEADER_BEATS)
    words += [int.from_bytes(frame.data[i:i + BEAT_BYTES], 'little') for i in range(0, len(frame.data), BEAT_BYTES)]
    keep = _FULL
    if frame.trailer is not None:
        words.append(frame.trailer.first << TRAILER_FIRST | frame.trailer.last << TRAILER_LAST | frame.trailer.cut << TRAILER_CUT)
    elif frame.tokens is not None:
        words += _words(TOKENS, frame.tokens._asdict(), TOKEN_BEATS)
    elif frame.data:
        keep = _lanes(len(frame.data))
    final = len(words) - 1
    return [Beat(word, keep if i == final else _FULL, i == final) for i, word in enumerate(words)]


def decode(beats: Sequence[Beat], direction: str) -> Frame:
    """The frame of beats of which the last one has tlast. Raises MalformedFrame that says what is wrong with them."""
    if len(beats) < HEADER_BEATS:
        raise MalformedFrame(f'a header has {HEADER_BEATS} beats, the frame {len(beats)}')
    head = _fields(HEADER, beats)
    code = head.pop('kind')
    row = next((k for k in KINDS if k.code == code and k.direction == direction), None)
    if row is None:
        raise MalformedFrame(f'no frame kind {code:#04x} {direction}')
    length = head['length']
    data_beats = -(-length // BEAT_BYTES) if row.data else 0
    ends = row.tail == 'tokens_on_end' and bool(head['flags'] >> ANSWER_FLAG_END & 1)
    tail = 1 if row.tail == 'trailer' else TOKEN_BEATS if ends else 0
    wanted = HEADER_BEATS + data_beats + tail
    if len(beats) != wanted:
        raise MalformedFrame(f'{row.name} of {length} bytes has {wanted} beats, the frame {len(beats)}')
    for i, beat in enumerate(beats):
        final = i == len(beats) - 1
        keep = _lanes(length) if final and tail == 0 and data_beats > 0 else _FULL
        if beat.keep != keep or beat.last != final:
            raise MalformedFrame(f'beat {i} has tkeep {beat.keep:#04x} and tlast {int(beat.last)}')
    body = b''.join(beat.data.to_bytes(BEAT_BYTES, 'little') for beat in beats[HEADER_BEATS:HEADER_BEATS + data_beats])
    if any(body[length:]):
        raise MalformedFrame('lanes past the end are not zero')
    trailer = tokens = None
    if row.tail == 'trailer':
        bits = beats[-1].data
        trailer = Trailer(*(bool(bits >> bit & 1) for bit in (TRAILER_FIRST, TRAILER_LAST, TRAILER_CUT)))
    elif ends:
        tokens = Tokens(**_fields(TOKENS, beats[-TOKEN_BEATS:]))
    return Frame(row, {name: value for name, value in head.items() if value}, body[:length] if row.data else b'', trailer, tokens)


class FrameAssembler:
    """Puts the beats of one direction together."""

    def __init__(self, direction: str) -> None:
        self._direction = direction
        self._beats: list[Beat] = []

    def add(self, beat: Beat) -> Frame | None:
        """The frame that this beat ends. Raises MalformedFrame."""
        self._beats.append(beat)
        if not beat.last:
            return None
        beats, self._beats = self._beats, []
        return decode(beats, self._direction)
