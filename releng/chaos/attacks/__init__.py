# SPDX-License-Identifier: EPL-2.0
"""The attacks on a running server. An attack is a function that makes one turn; it is called again and again until its time is over."""

import collections
import importlib

Attack = collections.namedtuple("Attack", "name turn stranger put_bytes prefix")
ATTACKS = {}
STRANGER = "stranger-"
MODULES = ["hellos", "floods", "waiting", "work", "sizes", "fuzz", "admission"]


def attack(name, stranger=False, put_bytes=0, prefix=()):
	"""Registers a function (door, random) under a name.

	With stranger=True it runs as another user as well, which needs root; with a name that begins with "stranger" only so. The good clients
	put values of at least put_bytes. The prefix is a command that starts the launcher.
	"""

	def register(turn):
		if not name.startswith(STRANGER):
			ATTACKS[name] = Attack(name, turn, False, put_bytes, list(prefix))
		if stranger:
			other = name if name.startswith(STRANGER) else STRANGER + name
			ATTACKS[other] = Attack(other, turn, True, put_bytes, list(prefix))
		return turn

	return register


def load():
	"""Returns all attacks by name, in the order of the modules."""
	for module in MODULES:
		importlib.import_module("attacks." + module)
	return ATTACKS
