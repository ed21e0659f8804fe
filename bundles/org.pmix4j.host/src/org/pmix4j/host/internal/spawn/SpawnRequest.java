// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.spawn;

import java.util.List;

import org.pmix4j.model.App;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;

/**
 * The arguments of PMIx_Spawn. Immutable.
 *
 * @param requester the process that calls it
 * @param infos     directives for the job
 * @param apps      the programs
 */
public record SpawnRequest(Proc requester, Infos infos, List<App> apps) {
	/** Copies the list. */
	public SpawnRequest {
		apps = List.copyOf(apps);
	}
}
