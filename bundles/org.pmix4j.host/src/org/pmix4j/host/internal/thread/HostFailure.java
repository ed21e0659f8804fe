// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.thread;

import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/**
 * Notes the first error that ends a thread without which the host cannot work, or leaves its state undefined: a lack of memory, a class
 * that cannot be linked, a mistake. Owned by the host; called on the thread that fails.
 */
public final class HostFailure {
	private final FailureLine line = new FailureLine("the host");

	private final AtomicBoolean failed = new AtomicBoolean();
	private volatile Consumer<String> action = reason -> HostLog.log(Level.ERROR, reason);

	/**
	 * @param receiver gets the first failure from now on; called on the thread that fails, which may be unable to do anything else
	 */
	public void tell(Consumer<String> receiver) {
		action = receiver;
	}

	/**
	 * @param thread has failed
	 * @param cause  the error
	 */
	public void note(Thread thread, Throwable cause) {
		if (failed.compareAndSet(false, true)) {
			action.accept(line.of(thread, cause));
		}
	}
}
