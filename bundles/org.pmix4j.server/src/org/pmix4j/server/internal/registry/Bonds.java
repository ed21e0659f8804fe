// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.registry;

import org.pmix4j.model.Proc;

/** What ties processes together, so that the others want to know of the end of one. On the loop. */
public interface Bonds {
	/** A process has said goodbye. */
	void left(Proc proc);

	/** A process has died, or the host says that it has ended. */
	void lost(Proc proc);

	/** A namespace is not in the registry any more. */
	void namespaceGone(String nspace);
}
