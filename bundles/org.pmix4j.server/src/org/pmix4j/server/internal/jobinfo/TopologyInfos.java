// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.jobinfo;

import org.pmix4j.model.Infos;
import org.pmix4j.model.attributes.TopologyAttributes;
import org.pmix4j.server.options.ServerOptions;

/**
 * The node's hardware among a job's data, if the server shares it: clients of the C library take it from there instead of looking for
 * it, which costs each of them many milliseconds. Without state.
 *
 * @see "OpenPMIx src/hwloc/pmix_hwloc.c; PMIx Standard, PMIX_SERVER_SHARE_TOPOLOGY"
 */
public final class TopologyInfos {
	private TopologyInfos() {
	}

	/**
	 * @param infos   what the host tells of a job
	 * @param options of the server
	 * @return the same with the topology, unless the host has given the job another one
	 */
	public static Infos addTo(Infos infos, ServerOptions options) {
		if (options.sharedTopology().isEmpty() || infos.contains(TopologyAttributes.HWLOC_XML_V2)) {
			return infos;
		}
		return infos.with(TopologyAttributes.HWLOC_XML_V2, options.sharedTopology().get().xml());
	}
}
