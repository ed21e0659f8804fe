// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.wire.internal.loop;

/** Clock for measuring waits. Injected, so that tests can control time. */
@FunctionalInterface
public interface Ticker {
	/** The clock of the machine. */
	Ticker SYSTEM = System::nanoTime;

	/** @return nanoseconds since some fixed moment; never decreases */
	long nanos();
}
