"""cocotb drivers, monitors and a reference for the Oracle unit of ArchNights."""

from .bench import ANY_SLOT, UnitBench
from .domain import Domain, check_ports
from .frames import Beat, Frame, FrameAssembler, MalformedFrame, Tokens, Trailer, answer, decode, encode, from_host, kind
from .gates import ALWAYS, Gate, Stall
from .isa import INSTRUCTIONS, Cause, Counter, Hint, Info, SlotField, SlotStatus, Status
from .link import LinkMonitor, LinkPeer, LinkPort, QueuePeer, TimedBeats
from .lockstep import Difference, Lockstep
from .memory import Access, Answer, Memory, MemoryMonitor, MemoryPort, MemorySettings, MemoryViolation, ReplayQueue, ideal, rocket, scattered
from .records import TrapRecord, decode_record, signed, status_of
from .reference import OracleHost, Reference, ReferenceError, ReferenceMachine
from .rocc import Command, CommandRefused, Pending, ProtocolError, Response, RoccDriver, RoccMonitor
from .unit import PARAMETERS, PORTS, OracleUnit, Parameters

__all__ = [
    'ALWAYS', 'ANY_SLOT', 'INSTRUCTIONS', 'PARAMETERS', 'PORTS', 'Access', 'Answer', 'Beat', 'Cause', 'Command', 'CommandRefused', 'Counter', 'Difference', 'Domain', 'Frame',
    'FrameAssembler', 'Gate', 'Hint', 'Info', 'LinkMonitor', 'LinkPeer', 'LinkPort', 'Lockstep', 'MalformedFrame', 'Memory', 'MemoryMonitor', 'MemoryPort', 'MemorySettings',
    'MemoryViolation', 'OracleHost', 'OracleUnit', 'Parameters', 'Pending', 'ProtocolError', 'QueuePeer', 'Reference', 'ReferenceError', 'ReferenceMachine', 'ReplayQueue', 'Response',
    'RoccDriver', 'RoccMonitor', 'SlotField', 'SlotStatus', 'Stall', 'Status', 'TimedBeats', 'Tokens', 'Trailer', 'TrapRecord', 'UnitBench', 'answer', 'check_ports', 'decode',
    'decode_record', 'encode', 'from_host', 'ideal', 'kind', 'rocket', 'scattered', 'signed', 'status_of',
]
