// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.spi;

import org.pmix4j.model.bytes.Signals;

/**
 * The reason why a debugger has suspended a thread, if debug events have no detail for it. A debug model adapts its threads to this.
 * Immutable.
 *
 * @param text for users: {@code SIGSEGV}, {@code SIGSEGV: invalid address (fault address: 0x0)}
 */
public record StopReason(String text) {
	/**
	 * {@return the reason if a signal has stopped it: {@code SIGSEGV}}
	 *
	 * @param signal the number of the signal on Linux
	 */
	public static StopReason ofSignal(int signal) {
		return new StopReason(Signals.name(signal));
	}
}
