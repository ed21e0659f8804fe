# SPDX-License-Identifier: EPL-2.0
"""Mutated messages. The originals are the recordings of C clients in the tests of wire and fuzzing; their origin is told there."""

import functools
import os

from attacks import attack
from wire import TOOL, frame, greeting, text

TESTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "..", "tests")
COMMANDS = os.path.join(TESTS, "org.pmix4j.wire.tests", "captures", "commands.tsv")
HELLOS = os.path.join(TESTS, "org.pmix4j.fuzz.tests", "src", "org", "pmix4j", "fuzz", "tests", "HelloFuzzTestInputs",
		"decode_anyBytesInAnyPieces_keepsThePromise")
RECORDED_NAMESPACE = b"job1"
# they end jobs, start programs or delete files, also if they are mutated
EXCLUDED = {"ABORT": 1, "SPAWNNB": 9, "JOB_CONTROL": 18, "SESSION_CTRL": 35}
INTERESTING = [b"", b"\0", b"\x7f", b"\x80", b"\xff", b"\xff\xff\xff\xff", b"\x7f\xff\xff\xff", b"\xff" * 9, b"\x80" * 8 + b"\x01", b"\x01"]
FRAMES_OF_CONNECTION = 200


@functools.lru_cache(None)
def requests(namespace):
	"""Returns the recorded requests as if they had been sent in the namespace."""
	found = []
	with open(COMMANDS, encoding="ascii") as file:
		for line in file:
			fields = line.rstrip("\n").split("\t")
			if len(fields) == 4 and fields[1] == "request" and fields[2] not in EXCLUDED:
				found.append(bytes.fromhex(fields[3]).replace(text(RECORDED_NAMESPACE), text(namespace)))
	return found


@functools.lru_cache(None)
def hellos():
	"""Returns the recorded hellos; the first byte of an input of the fuzz test is a choice of that test."""
	found = []
	for name in sorted(os.listdir(HELLOS)):
		with open(os.path.join(HELLOS, name), "rb") as file:
			found.append(file.read()[1:])
	return found


def mutated(random, original, others):
	"""Returns the bytes with one to four changes: flipped bits, other bytes, cut, repeated or spliced parts."""
	data = bytearray(original)
	for _ in range(random.randint(1, 4)):
		at = random.randrange(len(data) + 1)
		end = min(len(data), at + random.choice([1, 1, 2, 4, 8, 50]))
		kind = random.randrange(7)
		if kind == 0 and at < len(data):
			data[at] ^= 1 << random.randrange(8)
		elif kind == 1 and at < len(data):
			data[at] = random.randrange(256)
		elif kind == 2:
			data[at:end] = random.choice(INTERESTING)
		elif kind == 3:
			del data[at:]
		elif kind == 4:
			data[at:at] = data[at:end] * random.choice([1, 2, 100, 1000])
		elif kind == 5:
			other = random.choice(others)
			data[at:end] = other[random.randrange(len(other) + 1):][:random.choice([4, 20, 10000])]
		else:
			del data[at:end]
	return bytes(data[:1 << 20])


def is_harmful(payload):
	"""Tells whether a mutation may have become one of the excluded commands; the command follows the number of items."""
	return any(byte in EXCLUDED.values() for byte in payload[:4])


@attack("fuzzed-messages")
def fuzzed_messages(door, random):
	"""Sends mutated requests over several connections of ranks and tools; opens a new one for each that was cut off."""
	if len(door.held) < 8:
		door.held.append(door.peer(random.choice([0, TOOL])))
	peer = random.choice(door.held)
	originals = requests(door.namespace)
	peer.connection.settimeout(1)
	try:
		for _ in range(20):
			payload = mutated(random, random.choice(originals), originals)
			if not is_harmful(payload):
				peer.send(payload)
			peer.drain()
		if peer.tag > 100 + FRAMES_OF_CONNECTION:
			raise ConnectionError("replaced")
	except OSError:
		door.held.remove(peer)
		peer.close()


@attack("fuzzed-frames")
def fuzzed_frames(door, random):
	"""Sends mutated frame headers and cut frames, and closes."""
	peer = door.peer(random.choice([0, TOOL]))
	payload = random.choice(requests(door.namespace))
	framed = frame(payload, random.choice([0, 1, 2, 101, 0xffffffff]))
	header = mutated(random, framed[:16], [framed])
	if not is_harmful(payload):
		peer.raw(random.choice([header + payload, framed[:random.randrange(len(framed))], framed * 3 + header]))
	peer.drain()
	peer.close()


@attack("fuzzed-hellos", stranger=True)
def fuzzed_hellos(door, random):
	"""Sends mutated hellos, recorded ones and a valid one."""
	connection = door.connect()
	payload = mutated(random, random.choice(hellos() + [door.own_hello()] * 5), hellos())
	data = greeting(payload[:60000])
	if random.random() < 0.2:
		data = mutated(random, data[:16], [data]) + data[16:]
	connection.sendall(data)
	if random.random() < 0.3:
		connection.settimeout(0.1)
		connection.recv(1000)
	if random.random() < 0.9:
		connection.close()
	else:
		door.hold(connection, 50)
