// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.allocation;

import org.pmix4j.model.PmixException;

/** The memory for the files of one job, which its host limits. */
public interface TextMemory {
	/** As much as there is. */
	TextMemory UNLIMITED = new TextMemory() {
		@Override
		public long mostText() {
			return 1 << 30;
		}

		@Override
		public void take(String what, long bytes) {
		}

		@Override
		public void end() {
		}
	};

	/** @return the most bytes that a file may have */
	long mostText();

	/**
	 * Reserves memory.
	 *
	 * @param what  needs it, for the message: {@code its reading}
	 * @param bytes how much, estimated
	 * @throws PmixException OUT_OF_RESOURCE if there is no room for it; the message says what to do
	 */
	void take(String what, long bytes) throws PmixException;

	/** Gives back everything. */
	void end();
}
