// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.process;

import java.util.concurrent.CompletableFuture;

/** Keeps track of the living process groups, to kill them if this JVM dies. Called on the loop's thread. */
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

		@Override
		public void evict() {
			// has gone already
		}
	};

	/**
	 * Called before a child is started. Until its group is known it can be recognized by the pipe that it writes to, even if it hides its
	 * environment: a start takes a while, and a kill -9 may come in the middle.
	 *
	 * @param pipe the inode number of the pipe, 0 if there is none
	 */
	void starting(long pipe);

	/** Called when the child announced last could not be started. */
	void notStarted();

	/** Called when the child announced last runs as the leader of a group. */
	void started(int group);

	/** Called when nothing of a group is left. */
	void gone(int group);

	/** Called when the loop ends and nothing is left. Completes when the guard has gone. */
	CompletableFuture<Void> leave();

	/** Called when the guard has not gone in time after {@link #leave}. Ends it by force. */
	void evict();
}
