// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.map;

import java.util.BitSet;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

import org.eclipse.osgi.util.NLS;
import org.pmix4e.core.model.NodeProcessor;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.elements.ElementText;

/** Describes ranks in words, for tool tips, the table and screen readers. Stateless. */
final class RankText {
	private RankText() {
	}

	static String tip(RankElement rank) {
		String state = rank.reason().orElseGet(() -> rank.stop().or(rank::debugStop).or(rank::waiting)
				.map(wait -> ElementText.state(rank) + ", " + wait).orElse(ElementText.state(rank)));
		return NLS.bind(Messages.map_tip, new Object[] { rank.name(), state, bound(rank) });
	}

	static String bound(RankElement rank) {
		BitSet processors = rank.processors();
		return processors.isEmpty() ? Messages.map_notBound : NLS.bind(Messages.map_bound, NodeProcessor.list(processors));
	}

	/** Counts ranks by the letter of their state, worst state last: {@code 62 R, 2 F}. */
	static String counts(List<RankElement> ranks) {
		Map<StateMark, Integer> counts = new EnumMap<>(StateMark.class);
		ranks.forEach(rank -> counts.merge(StateMark.of(rank), 1, Integer::sum));
		StringJoiner text = new StringJoiner(", ");
		counts.forEach((mark, count) -> text.add(count + " " + mark.letter()));
		return text.toString();
	}
}
