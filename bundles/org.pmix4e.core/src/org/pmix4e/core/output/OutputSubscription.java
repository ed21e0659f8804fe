// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.output;

/** The reading of a job's output by one listener. Owned by the reader, which closes it from any thread. */
@FunctionalInterface
public interface OutputSubscription extends AutoCloseable {
	/** Ends the reading, perhaps after one more call of the listener. Does not wait. */
	@Override
	void close();
}
