// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.topology;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.pmix4j.server.internal.topology.HwlocObject.Kind;

/**
 * Sorts pieces of hardware into levels and removes groups that add no structure. Stateless.
 *
 * @see "hwloc, topology.c, hwloc_connect_levels and hwloc_filter_levels_keep_structure"
 */
final class Levels {
	/** Bound on levels; a machine has about ten. */
	private static final int MOST_LEVELS = 64;

	private Levels() {
	}

	/** Returns the levels from the machine to the processors; changes the tree where groups are removed. */
	static List<List<HwlocObject>> of(HwlocObject machine) {
		List<List<HwlocObject>> levels = sort(machine);
		for (int i = levels.size() - 1; i > 0; i--) {
			List<HwlocObject> above = levels.get(i - 1);
			List<HwlocObject> below = levels.get(i);
			boolean isChildGroup = below.get(0).isGroup();
			if ((isChildGroup || above.get(0).isGroup()) && isOneToOne(above, below)) {
				for (HwlocObject inner : below) {
					leaveOut(inner, isChildGroup);
				}
				levels.remove(isChildGroup ? i : i - 1);
			}
		}
		return levels;
	}

	/** @param child whether to remove the inner piece instead of the outer one */
	private static void leaveOut(HwlocObject inner, boolean child) {
		HwlocObject outer = inner.parent.orElseThrow();
		HwlocObject goes = child ? inner : outer;
		HwlocObject stays = child ? outer : inner;
		if (child) {
			outer.children.remove(inner);
		} else {
			inner.replace(outer);
		}
		for (HwlocObject piece : goes.children) {
			if (piece != stays) {
				stays.children.add(piece);
				piece.parent = Optional.of(stays);
			}
		}
	}

	/** Returns whether each upper piece has exactly one child in the lower level; a piece with memory around a single processor is kept. */
	private static boolean isOneToOne(List<HwlocObject> above, List<HwlocObject> below) {
		boolean sameMany = above.size() == below.size();
		for (int i = 0; sameMany && i < below.size(); i++) {
			HwlocObject outer = above.get(i);
			sameMany = below.get(i).parent.filter(parent -> parent == outer).isPresent() && outer.children(Kind.NORMAL).size() == 1
					&& (!below.get(i).type.equals("PU") || outer.children(Kind.MEMORY).isEmpty());
		}
		return sameMany;
	}

	/** Puts equal pieces into one level; processors come last at any depth. */
	private static List<List<HwlocObject>> sort(HwlocObject machine) {
		List<List<HwlocObject>> levels = new ArrayList<>();
		levels.add(List.of(machine));
		List<HwlocObject> left = machine.children(Kind.NORMAL);
		while (!left.isEmpty()) {
			HwlocObject top = outermost(left);
			List<HwlocObject> level = new ArrayList<>();
			List<HwlocObject> next = new ArrayList<>();
			for (HwlocObject piece : left) {
				if (piece.isAlike(top)) {
					level.add(piece);
					next.addAll(piece.children(Kind.NORMAL));
				} else {
					next.add(piece);
				}
			}
			levels.add(level);
			if (levels.size() > MOST_LEVELS) {
				throw new IllegalArgumentException("hardware description: more than " + MOST_LEVELS + " levels");
			}
			left = next;
		}
		return levels;
	}

	private static HwlocObject outermost(List<HwlocObject> pieces) {
		HwlocObject top = pieces.stream().filter(piece -> !piece.type.equals("PU")).findFirst().orElse(pieces.get(0));
		for (HwlocObject piece : pieces) {
			if (!piece.isAlike(top) && hasInside(piece, top)) {
				top = piece;
			}
		}
		return top;
	}

	private static boolean hasInside(HwlocObject outer, HwlocObject wanted) {
		return outer.isAlike(wanted) || outer.children(Kind.NORMAL).stream().anyMatch(child -> hasInside(child, wanted));
	}
}
