// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.map;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.eclipse.swt.SWT;
import org.pmix4e.core.model.RankElement;

/** Decides which ranks a click on the map selects, as in a list of the platform. Stateless. */
final class MapChoice {
	private MapChoice() {
	}

	/**
	 * Returns the selection after a click: with Ctrl the rank is added or removed, with Shift the ranks from the first selected one to this
	 * one are selected.
	 *
	 * @param ranks    all, in their order
	 * @param selected before the click
	 * @param hit      the rank under the pointer
	 * @param mask     the modifier keys
	 */
	static Set<RankElement> click(List<RankElement> ranks, Set<RankElement> selected, RankElement hit, int mask) {
		if ((mask & SWT.MOD1) != 0) {
			Set<RankElement> toggled = new LinkedHashSet<>(selected);
			if (!toggled.remove(hit)) {
				toggled.add(hit);
			}
			return toggled;
		}
		int from = (mask & SWT.MOD2) == 0 || selected.isEmpty() ? -1 : ranks.indexOf(selected.iterator().next());
		if (from < 0) {
			return Set.of(hit);
		}
		int to = ranks.indexOf(hit);
		LinkedHashSet<RankElement> range = new LinkedHashSet<>(ranks.subList(Math.min(from, to), Math.max(from, to) + 1));
		return from > to ? range.reversed() : range;
	}
}
