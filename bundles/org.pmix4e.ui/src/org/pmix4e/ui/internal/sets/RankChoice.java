// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.sets;

import java.util.List;
import java.util.Set;

import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.RankElement;

/** The sets of ranks of a job that can be chosen without naming each rank. */
enum RankChoice {
	ALL {
		@Override
		boolean contains(RankElement rank, Set<RankElement> selected) {
			return true;
		}
	},
	RUNNING {
		@Override
		boolean contains(RankElement rank, Set<RankElement> selected) {
			ElementState state = rank.state();
			return state == ElementState.RUNNING || state == ElementState.CONNECTED || state == ElementState.FINALIZED;
		}
	},
	SUSPENDED {
		@Override
		boolean contains(RankElement rank, Set<RankElement> selected) {
			return rank.state() == ElementState.SUSPENDED;
		}
	},
	ENDED {
		@Override
		boolean contains(RankElement rank, Set<RankElement> selected) {
			return rank.state().isEnded();
		}
	},
	FAILED {
		@Override
		boolean contains(RankElement rank, Set<RankElement> selected) {
			return rank.state() == ElementState.FAILED;
		}
	},
	/** The complement of the selection. */
	OTHERS {
		@Override
		boolean contains(RankElement rank, Set<RankElement> selected) {
			return !selected.contains(rank);
		}
	};

	abstract boolean contains(RankElement rank, Set<RankElement> selected);

	/** Returns the chosen ones among the ranks of a job. */
	List<RankElement> of(List<RankElement> ranks, Set<RankElement> selected) {
		return ranks.stream().filter(rank -> contains(rank, selected)).toList();
	}
}
