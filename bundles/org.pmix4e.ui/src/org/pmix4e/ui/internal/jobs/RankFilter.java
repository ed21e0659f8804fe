// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.jobs;

import java.util.List;

import org.pmix4e.core.model.RankElement;

/** A view that can be limited to some ranks. Called on the thread of the user interface. */
public interface RankFilter {
	/**
	 * Shows these ranks only, until the user changes the filter.
	 *
	 * @param ranks at least one, all of one job
	 */
	void showOnly(List<RankElement> ranks);
}
