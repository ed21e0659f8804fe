// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client;

/** A registered handler of events or output. Thread-safe. */
@FunctionalInterface
public interface Registration extends AutoCloseable {
	/** Removes the handler, without waiting for a call that is running. Repeated calls do nothing. C: PMIx_Deregister_event_handler */
	@Override
	void close();
}
