// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.process;

import java.util.concurrent.CompletableFuture;

/** Is told which process groups live, to end them should this JVM die. Called on the loop's thread. */
interface GroupGuard {

	/** A child leads this group. */
	void started(int group);

	/** Nothing of the group is left. */
	void gone(int group);

	/** The loop ends and nothing is left. Completes when the guard has gone. */
	CompletableFuture<Void> leave();
}
