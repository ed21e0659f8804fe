// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client;

/** An event handler in its place. Closing it takes the handler away; from any thread, at once, and repeatedly without harm. */
@FunctionalInterface
public interface Registration extends AutoCloseable {
	/** Takes the handler away. A call that has begun goes on; nothing is waited for. */
	@Override
	void close();
}
