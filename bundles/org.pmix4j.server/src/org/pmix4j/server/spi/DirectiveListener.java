// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.spi;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;

/**
 * Examines the directives of calls before the server serves them. Called on the server's loop; must not block.
 *
 * @see "PMIx Standard, chapter Data Structures and Types, PMIX_INFO_REQUIRED"
 */
public interface DirectiveListener {
	/**
	 * Called for each call of a client or tool that carries directives, except PMIx_Get, PMIx_Spawn and those for events.
	 *
	 * @param function   its name in C, such as {@code PMIx_Fence}
	 * @param who        the process that makes the call
	 * @param directives as given; for PMIx_Publish also the data, for PMIx_Query_info the qualifiers of one query
	 * @throws PmixException with the status for the process if the call must not be served
	 */
	default void directivesGiven(String function, Proc who, Infos directives) throws PmixException {
	}
}
