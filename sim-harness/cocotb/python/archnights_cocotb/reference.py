"""The project's reference machine and its Oracles: a process beside the simulator that is asked by JSON lines.

Asking blocks, and simulated time does not move meanwhile: the same answers give the same cycles.
"""

from __future__ import annotations

import atexit
import json
import os
import shlex
import subprocess
from collections.abc import Mapping, Sequence
from typing import IO, Any, cast

from .frames import Beat, Frame, decode, encode
from .link import TimedBeats
from .records import signed
from .rocc import Command
from .unit import PARAMETER_NAMES, PARAMETERS

COMMAND_VARIABLE = 'ARCHNIGHTS'
"""Names the command in the environment, for example `node /somewhere/bin/archnights.js`. Default: `npx --no-install archnights`."""


class ReferenceError(RuntimeError):
    """The reference refused a request, or is not there."""


def settings() -> list[str]:
    """This unit's generator parameters as `name=value`."""
    def text(value: object) -> str:
        return ','.join(str(v) for v in value) if isinstance(value, tuple) else str(value)

    return [f'{PARAMETER_NAMES[name]}={text(value)}' for name, value in vars(PARAMETERS).items()]


def command_fields(c: Command) -> dict[str, object]:
    """A command as the reference reads it."""
    return {'funct7': c.funct7, 'xd': c.xd, 'xs1': c.xs1, 'xs2': c.xs2, 'rd': c.rd, 'rs1': hex(c.rs1), 'rs2': hex(c.rs2), 'prv': c.prv}


def beat_fields(beat: Beat) -> list[object]:
    """A beat as the reference reads it."""
    return [hex(beat.data), beat.keep, beat.last]


def _beats(rows: Sequence[Sequence[Any]]) -> list[Beat]:
    return [Beat(int(data, 16), keep, last) for data, keep, last in rows]


class Reference:
    """The process. One serves all tests of a simulator: `Reference.shared()`."""

    _shared: Reference | None = None

    def __init__(self, command: Sequence[str] | None = None) -> None:
        """`command`: without the word `reference`."""
        words = list(command) if command is not None else shlex.split(os.environ.get(COMMAND_VARIABLE, 'npx --no-install archnights'))
        # The simulator's interpreter sets these for itself.
        environment = {name: value for name, value in os.environ.items() if name not in ('LD_PRELOAD', 'PYTHONHOME')}
        try:
            self._process = subprocess.Popen([*words, 'reference'], stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0, env=environment)
        except OSError as error:
            raise ReferenceError(f'{words[0]} cannot be started ({error}): set {COMMAND_VARIABLE} to the command `archnights`') from error
        atexit.register(self.close)

    @classmethod
    def shared(cls) -> Reference:
        """The process that is there, or a new one."""
        if cls._shared is None or cls._shared._process.poll() is not None:
            cls._shared = cls()
        return cls._shared

    def ask(self, op: str, **fields: object) -> dict[str, Any]:
        """One request and its answer. Raises ReferenceError."""
        return self.ask_all([{'op': op, **fields}])[0]

    def ask_all(self, requests: Sequence[Mapping[str, object]]) -> list[dict[str, Any]]:
        """Several at once: one way there, one way back."""
        sink, source = cast('IO[bytes]', self._process.stdin), cast('IO[bytes]', self._process.stdout)
        try:
            sink.write(''.join(f'{json.dumps(r)}\n' for r in requests).encode())
        except BrokenPipeError:
            pass
        answers = []
        for _ in requests:
            line = _line(source)
            if not line:
                raise ReferenceError(f'the reference has ended with exit code {self._process.wait()}: see what it printed above')
            answer: dict[str, Any] = json.loads(line)
            if 'error' in answer:
                error = answer['error']
                raise ReferenceError(f'{error["code"]}: {error["message"]}\n  help: {error["help"]}')
            answers.append(answer)
        return answers

    def close(self) -> None:
        """Ends the process; a second time does nothing."""
        atexit.unregister(self.close)
        if self._process.poll() is None:
            cast('IO[bytes]', self._process.stdin).close()
            try:
                self._process.wait(5)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        cast('IO[bytes]', self._process.stdout).close()


def _line(source: IO[bytes]) -> bytes:
    """A line of any length from an unbuffered pipe."""
    parts = [source.readline()]
    while parts[-1] and not parts[-1].endswith(b'\n'):
        parts.append(source.readline())
    return b''.join(parts)


class ReferenceMachine:
    """The reference machine behind one hart: the meaning of the instructions, without time. What it is given it does at once."""

    def __init__(self, reference: Reference | None = None) -> None:
        self._reference = reference or Reference.shared()
        self._id: int = self._reference.ask('machine', settings=settings())['id']

    def _ask(self, op: str, **fields: object) -> dict[str, Any]:
        return self._reference.ask(op, id=self._id, **fields)

    def command(self, mnemonic: str, rs1: int = 0, rs2: int = 0, *, prv: int = 3, rd: int = 10) -> int | None:
        """rd, signed, that the unit has to answer; None for a command that waits: `releases` gives it when its record waits."""
        return self.raw(Command.of(mnemonic, rs1, rs2, prv=prv, rd=rd))

    def raw(self, command: Command) -> int | None:
        """The same for a command as it stands on the port."""
        answer = self._ask('command', command=command_fields(command))
        return signed(int(answer['rd'], 16)) if 'rd' in answer else None

    def releases(self) -> dict[int, int]:
        """Waiting commands that were let go since the last call: register to value, signed."""
        return {r['rd']: signed(int(r['data'], 16)) for r in self._ask('releases')['releases']}

    def receive(self, frame: Frame | Sequence[Beat]) -> None:
        """A frame of the host, or beats that are none."""
        self._ask('receive', beats=[beat_fields(b) for b in (encode(frame) if isinstance(frame, Frame) else frame)])

    def frames(self) -> list[Frame]:
        """Everything that goes to the host now, oldest first; it is taken as sent."""
        return [decode(_beats(rows), 'to_host') for rows in self._ask('frames')['frames']]

    def state(self, slot: int) -> dict[str, Any]:
        """All fields and counters of a slot, and the unit's `interrupt`, `dropped` and `session`."""
        return self._ask('state', slot=slot)

    def exception(self) -> None:
        """The core takes an interrupt or a fault."""
        self._ask('exception')

    def expire(self, slot: int) -> None:
        """The watchdog of a slot has run out."""
        self._ask('expire', slot=slot)

    def read(self, address: int, length: int) -> bytes:
        """Its memory, which is its own."""
        return bytes.fromhex(self._ask('read', address=hex(address), length=length)['bytes'])

    def write(self, address: int, data: bytes) -> None:
        """The Priestess writes memory."""
        self._ask('write', address=hex(address), bytes=data.hex())


class OracleHost:
    """A host of the link with an Oracle of the bridge: a LinkPeer. `oracle` as in `archnights run --oracle`: `script:FILE`, `smollm2`, ..."""

    def __init__(self, oracle: str, session: int = 1, reference: Reference | None = None) -> None:
        self._reference = reference or Reference.shared()
        self._id: int = self._reference.ask('host', settings=settings(), oracle=oracle, session=session)['id']
        self.received = 0
        """Frames that came from the unit."""

    def _ask(self, op: str, **fields: object) -> dict[str, Any]:
        return self._reference.ask(op, id=self._id, **fields)

    def receive(self, frame: Frame, cycle: int) -> None:
        self.received += 1
        self._ask('arrived', beats=[beat_fields(b) for b in encode(frame)], cycle=cycle)

    def next(self) -> TimedBeats | None:
        answer = self._ask('next')
        return TimedBeats(_beats(answer['beats']), answer['earliest']) if 'beats' in answer else None

    def taken(self, cycle: int) -> None:
        self._ask('taken', cycle=cycle)

    def renew(self, cycle: int) -> None:
        """Opens another session: every running slot traps `link`. Poke the LinkPort afterwards."""
        self._ask('renew', cycle=cycle)

    def notes(self) -> list[dict[str, Any]]:
        """What happened at the host since the last call: kind, cycle, message, slot."""
        return cast('list[dict[str, Any]]', self._ask('notes')['notes'])

    def close(self) -> None:
        """Ends the Oracle."""
        self._ask('close')
