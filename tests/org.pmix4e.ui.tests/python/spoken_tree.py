#!/usr/bin/python3
# SPDX-License-Identifier: EPL-2.0
"""Prints what a screen reader finds in a window of a process: spoken_tree.py PID TITLE

One line for each visible object: depth, role, name, names of its labels, description, states, with tabs between them.
Exits with 3 if there is no such window.
"""
import sys

import gi

gi.require_version('Atspi', '2.0')
from gi.repository import Atspi, GLib  # noqa: E402

STATES = {Atspi.StateType.EDITABLE: 'editable', Atspi.StateType.FOCUSABLE: 'focusable', Atspi.StateType.SELECTED: 'selected'}
# a row of a long table says nothing that its first rows do not
ROWS = 20


def labels(accessible):
    return [relation.get_target(i).get_name() for relation in accessible.get_relation_set()
            if relation.get_relation_type() == Atspi.RelationType.LABELLED_BY for i in range(relation.get_n_targets())]


def line(depth, accessible, states):
    words = [accessible.get_role_name(), accessible.get_name(), ' '.join(filter(None, labels(accessible))),
             accessible.get_description(), ' '.join(name for state, name in STATES.items() if states.contains(state))]
    print('\t'.join([str(depth)] + [' '.join((word or '').split()) for word in words]))


def walk(accessible, depth, seen):
    try:
        states = accessible.get_state_set()
        # SWT puts the controls of a folder below each of its tabs
        if accessible.path in seen or not states.contains(Atspi.StateType.SHOWING):
            return
        seen.add(accessible.path)
        line(depth, accessible, states)
        count = accessible.get_child_count()
        if accessible.get_role() in (Atspi.Role.TABLE, Atspi.Role.TREE_TABLE, Atspi.Role.MENU):
            count = min(count, ROWS)
        children = [accessible.get_child_at_index(i) for i in range(count)]
    except GLib.Error:
        return  # has gone meanwhile
    for child in children:
        if child is not None:
            walk(child, depth + 1, seen)


def windows(pid):
    desktop = Atspi.get_desktop(0)
    for i in range(desktop.get_child_count()):
        application = desktop.get_child_at_index(i)
        if application is not None and application.get_process_id() == pid:
            for j in range(application.get_child_count()):
                yield application.get_child_at_index(j)


def main():
    pid, title = int(sys.argv[1]), sys.argv[2]
    for window in windows(pid):
        if window is not None and window.get_name().strip() == title:
            walk(window, 0, set())
            return
    sys.exit(3)


main()
