# SPDX-License-Identifier: EPL-2.0
"""The scenarios: functions (setting, seconds, seed, heap) by name, each of which returns a row of the table."""

import functools

import attacks
from scenarios import attacked, builds, crowd, embedded, fair, files, frozen, kills, removed, silent, together, trust

MODULES = [builds, crowd, embedded, fair, files, frozen, kills, removed, silent, together, trust]
NO_ATTACKS = sorted(name for module in MODULES for name in module.SCENARIOS)


def load():
	found = {name: functools.partial(attacked.run, name=name, attacks=[attack]) for name, attack in attacks.load().items()}
	for module in MODULES:
		found.update(module.SCENARIOS)
	return found
