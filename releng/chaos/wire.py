# SPDX-License-Identifier: EPL-2.0
"""Encodes hellos, frames and requests as a client of libpmix 4.2 does (dialect v41, not described)."""

import os
import socket
import struct

CLIENT, TOOL, TOOL_OF_HOST = 0, 3, 5
FIRST_TAG = 100

# the commands that attacks use
REQ, COMMIT, FENCE, GET, PUBLISH, LOOKUP, NOTIFY, REGISTER_EVENTS = 0, 2, 3, 4, 6, 7, 12, 13
SPAWN, QUERY, LOG, IOF_PULL, IOF_PUSH, GROUP_CONSTRUCT = 9, 15, 16, 22, 23, 24

# the data types that attacks use
BOOL, STRING, INT, PROC, BYTE_OBJECT, UINT32, PERSISTENCE, DATA_ARRAY = 1, 3, 6, 22, 27, 14, 30, 39
LOCAL_SCOPE, SESSION_RANGE, FIRST_READ = 1, 4, 1
EVERY_RANK, BOTH_STREAMS = 0xfffffffe, 6


def flex(number):
	"""Returns an unsigned integer, at most 56 bits."""
	encoded = bytearray()
	while number > 0x7f:
		encoded.append(number & 0x7f | 0x80)
		number >>= 7
	encoded.append(number)
	return bytes(encoded)


def signed(number):
	return flex(2 * number if number >= 0 else 2 * ~number + 1)


def text(string):
	"""Returns a string with its length; takes bytes as they are."""
	raw = string if isinstance(string, bytes) else string.encode()
	return signed(len(raw) + 1) + raw + b"\0"


def proc(namespace, rank):
	return text(namespace) + flex(rank)


def one(encoded):
	"""Returns one item as a packed run."""
	return signed(1) + encoded


def run(items):
	"""Returns items as a packed run that is preceded by their number. The run of no item is left out."""
	return one(flex(len(items))) + (signed(len(items)) + b"".join(items) if items else b"")


def byte_object(raw):
	return flex(len(raw)) + raw


def info(key, kind, payload):
	return text(key) + flex(0) + flex(kind) + payload


def kval(key, kind, payload):
	"""Returns a key and a value as in the data of a commit: two runs of one."""
	return one(text(key) + flex(kind) + payload)


def command(code, *parts):
	return one(bytes([code])) + b"".join(parts)


def commit(kvals):
	data = b"".join(kvals)
	return command(COMMIT, one(bytes([LOCAL_SCOPE])), one(b"\1" + byte_object(data)))


def hello(uid, gid, flag=CLIENT, namespace=b"", rank=0, version=b"4.2.9", module=b"v41", psec=b"native", tail=b""):
	"""Returns the payload of a hello; a tool asks for an identity, or uses that of a process."""
	credential = struct.pack("=II", uid, gid)
	user = struct.pack(">II", uid, gid) if flag else b""
	identity = user + (b"" if flag == TOOL else namespace + b"\0" + struct.pack(">I", rank))
	return (psec + b"\0" + struct.pack(">I", len(credential)) + credential + bytes([flag]) + identity + version + b"\0" + module + b"\0"
			+ b"\1" + b"hash\0" + tail)


def greeting(payload):
	"""Returns a hello with its header, whose length is in the byte order of this machine."""
	return struct.pack("=iIII", -1, 0xffffffff, len(payload), 0) + payload


def frame(payload, tag, index=0):
	return struct.pack(">iIII", index, tag, len(payload), 0) + payload


def pull_all(namespace):
	"""Returns a request for both streams of all ranks of a job."""
	return command(IOF_PULL, run([text(namespace) + flex(EVERY_RANK)]), run([]), one(flex(BOTH_STREAMS)), one(flex(0)))


def environment_of(path):
	with open(path, "rb") as file:
		entries = [entry.partition(b"=") for entry in file.read().split(b"\0") if b"=" in entry]
	return {name.decode(errors="replace"): value.decode(errors="replace") for name, _, value in entries}


class Door:
	"""How to reach the server under attack: its port, and the identity of a rank in whose name attackers connect."""

	@classmethod
	def of(cls, path):
		"""Returns the door of the rank whose environment is in a file."""
		return cls(environment_of(path))

	def __init__(self, environment):
		uri = environment["PMIX_SERVER_URI41"]
		self.host, port = uri.rsplit("/", 1)[1].rsplit(":", 1)
		self.port = int(port)
		self.namespace = environment["PMIX_NAMESPACE"].encode()
		self.rank = int(environment["PMIX_RANK"])
		self.held = []

	def connect(self, limit=2.0):
		return socket.create_connection((self.host, self.port), limit)

	def hold(self, connection, most=400):
		"""Keeps a connection open, and closes the oldest one above the given number."""
		self.held.append(connection)
		if len(self.held) > most:
			self.held.pop(0).close()

	def own_hello(self, flag=CLIENT, **changes):
		return hello(os.getuid(), os.getgid(), flag, namespace=self.namespace, rank=self.rank, **changes)

	def peer(self, flag=CLIENT):
		"""Returns a peer that has been admitted."""
		return Peer(self.connect(), self.own_hello(flag))


class Peer:
	"""An admitted connection. Owned by one attack."""

	def __init__(self, connection, greets):
		self.connection = connection
		self.tag = FIRST_TAG
		connection.sendall(greeting(greets))
		status = connection.recv(4, socket.MSG_WAITALL)
		if status != b"\0\0\0\0":
			connection.close()
			raise ConnectionError("not admitted: " + status.hex())

	def send(self, payload):
		self.tag += 1
		self.connection.sendall(frame(payload, self.tag))
		return self.tag

	def raw(self, data):
		self.connection.sendall(data)

	def drain(self):
		"""Discards what has arrived, without waiting."""
		limit = self.connection.gettimeout()
		self.connection.setblocking(False)
		try:
			while True:
				if not self.connection.recv(1 << 20):
					raise ConnectionError("cut off")
		except BlockingIOError:
			self.connection.settimeout(limit)

	def close(self):
		self.connection.close()
