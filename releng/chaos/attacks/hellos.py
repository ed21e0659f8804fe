# SPDX-License-Identifier: EPL-2.0
"""Attacks at the door, before or at admission."""

import struct
import time

from attacks import attack
from wire import FIRST_TAG, REQ, TOOL, command, frame, greeting

LARGEST_HELLO = 64 << 10
ESCAPES = [b"\x1b[2J\x1b[H", b"\r\n", b"\npmix4j: rank 0 was killed\n", b"\x9b2J", "\u202e".encode(),
		b"\x1b]0;title\x07", b"\x00", b"\x7f", b"\xff\xfe"]


@attack("half-open", stranger=True)
def half_open(door, random):
	"""Connects, sends nothing or part of a hello, and waits."""
	connection = door.connect()
	connection.sendall(greeting(door.own_hello())[:random.choice([0, 1, 15, 16, 17, 40])])
	door.hold(connection)
	time.sleep(0.002)


@attack("slow-hello", stranger=True)
def slow_hello(door, random):
	"""Sends hellos byte by byte over many connections."""
	while len(door.held) < 100:
		door.hold(door.connect())
	for connection in list(door.held):
		try:
			connection.send(greeting(door.own_hello())[:1] if random.random() < 0.5 else b"\xff")
		except OSError:
			door.held.remove(connection)
	time.sleep(0.05)


@attack("huge-hello", stranger=True)
def huge_hello(door, random):
	"""Sends all but the last byte of the longest hello, and holds the connection."""
	connection = door.connect()
	connection.sendall(struct.pack("=iIII", -1, 0xffffffff, LARGEST_HELLO - 16, 0) + bytes(LARGEST_HELLO - 33))
	door.hold(connection, 2000)


@attack("escapes", stranger=True)
def escapes(door, random):
	"""Sends terminal escapes in every text of a hello."""
	text = b"x" + random.choice(ESCAPES) + b"y" * random.choice([0, 10, 3000])
	field = random.choice(["namespace", "version", "module", "psec", "tail"])
	connection = door.connect()
	changes = {} if field == "namespace" else {field: text}
	hello = door.own_hello(**changes) if field != "namespace" else door.own_hello().replace(door.namespace, text)
	connection.sendall(greeting(hello))
	connection.settimeout(0.5)
	connection.recv(1000)
	connection.close()


@attack("reconnect-storm")
def reconnect_storm(door, random):
	"""Is admitted as a rank or a tool, asks for the job or not, and leaves without a word."""
	connection = door.connect()
	connection.sendall(greeting(door.own_hello(random.choice([0, 0, TOOL]))))
	if random.random() < 0.5:
		connection.sendall(frame(command(REQ), FIRST_TAG))
	if random.random() < 0.5:
		connection.settimeout(0.5)
		connection.recv(1000)
	connection.close()
