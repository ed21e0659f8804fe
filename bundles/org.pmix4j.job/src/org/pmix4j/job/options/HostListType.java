// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.options;

import java.util.Optional;

import org.pmix4j.job.internal.nodelist.HostList;

/**
 * The type of lists of hosts, which must follow the grammar; empty for none. Whether the nodes exist is found when the job is
 * mapped. Values stay as they were written. Immutable.
 */
final class HostListType extends GrammarType {
	/** The only one. */
	static final HostListType HOSTS = new HostListType();

	private HostListType() {
		super("a list of nodes such as node:2,+n0,^other");
	}

	@Override
	void check(String text) {
		if (!text.isEmpty()) {
			HostList.parse(text);
		}
	}

	@Override
	public Optional<String> combine(String earlier, String later) {
		return Optional.of(earlier + "," + later);
	}
}
