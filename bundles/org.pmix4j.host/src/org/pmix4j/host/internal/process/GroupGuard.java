// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.process;

import java.util.concurrent.CompletableFuture;

/** Is told which process groups live, to end them should this JVM die. Called on the loop's thread. */
public interface GroupGuard {

	/** Guards nothing. */
	GroupGuard NONE = new GroupGuard() {
		@Override
		public void starting(long pipe) {
			// nothing is guarded
		}

		@Override
		public void notStarted() {
			// nothing is guarded
		}

		@Override
		public void started(int group) {
			// nothing is guarded
		}

		@Override
		public void gone(int group) {
			// nothing is guarded
		}

		@Override
		public CompletableFuture<Void> leave() {
			return CompletableFuture.allOf();
		}
	};

	/**
	 * A child is about to be started. Until its group is known it can be recognised by the pipe that it writes to, even if it hides its
	 * environment: starting takes a while, and a kill -9 may come in the middle.
	 *
	 * @param pipe the inode number of the pipe, 0 if there is none
	 */
	void starting(long pipe);

	/** The child announced last could not be started. */
	void notStarted();

	/** The child announced last leads this group. */
	void started(int group);

	/** Nothing of the group is left. */
	void gone(int group);

	/** The loop ends and nothing is left. Completes when the guard has gone. */
	CompletableFuture<Void> leave();
}
