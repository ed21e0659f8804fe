# SPDX-License-Identifier: EPL-2.0
"""The scenarios: functions (setting, seconds, seed, heap) by name, each of which returns a row of the table."""

import functools

import attacks
from scenarios import attacked, crowd, embedded, fair, files, kills, removed, together, trust

ALWAYS = sorted(name for module in (kills, crowd, embedded, fair, files, removed, together, trust) for name in module.SCENARIOS)


def load():
	found = {name: functools.partial(attacked.run, name=name, attacks=[attack]) for name, attack in attacks.load().items()}
	for module in (kills, crowd, embedded, fair, files, removed, together, trust):
		found.update(module.SCENARIOS)
	return found
