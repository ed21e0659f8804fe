// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.collective;

import java.util.List;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;

/** Resolves names of groups to processes. */
public interface GroupNames {
	/**
	 * @param procs processes, some of which may be named by a group and a place in it
	 * @return the same with real names, each once
	 * @throws PmixException BAD_PARAM if a group has no such place
	 */
	List<Proc> resolve(List<Proc> procs) throws PmixException;
}
