// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.memory;

import java.util.EnumMap;
import java.util.Map;

import org.pmix4j.server.options.MemoryShare;

/** The budgets of a server, one for each purpose. Owned by the server, on its loop. */
public final class Budgets {
	private final Map<MemoryShare, Budget> budgets = new EnumMap<>(MemoryShare.class);

	/** @param memory the heap, in bytes */
	public Budgets(long memory) {
		for (MemoryShare share : MemoryShare.values()) {
			budgets.put(share, new Budget(share.purpose(), share.of(memory)));
		}
	}

	/**
	 * @param purpose the use of the bytes; published data and jobs have no budget here, because the host keeps them
	 * @return the budget for that purpose
	 */
	public Budget of(MemoryShare purpose) {
		return budgets.get(purpose);
	}

	/** Appends a line for each budget that is used. */
	public void dump(StringBuilder out) {
		for (Budget budget : budgets.values()) {
			if (budget.used() > 0) {
				out.append("  memory: ").append(budget).append('\n');
			}
		}
	}
}
