# Owns: llama.cpp's own server as a process on loopback: one line of JSON on stdout when it listens; it ends when its standard input does.
#   python llama_server.py '{"model": FILE, "context": TOKENS, "slots": N}'
import json
import os
import sys

from xllamacpp import CommonParams, Server

wanted = json.loads(sys.argv[1])
p = CommonParams()
p.model.path = wanted["model"]
p.hostnames = ["127.0.0.1"]
p.port = 0
# The server shares its context out among its slots.
p.n_parallel = wanted["slots"]
p.n_ctx = wanted["context"] * wanted["slots"]
p.cpuparams.n_threads = p.cpuparams_batch.n_threads = 1
p.n_gpu_layers = 0
# A full context is an error, never a silent shift.
p.ctx_shift = False
p.endpoint_slots = True
p.cache_ram_mib = 0
p.warmup = False
p.verbosity = -1
server = Server(p)
print(json.dumps({"url": server.listening_address}), flush=True)
sys.stdin.read()
# Its threads do not end by themselves while a client is connected.
os._exit(0)
