// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.jobinfo;

import org.pmix4j.model.Infos;
import org.pmix4j.model.attributes.TopologyAttributes;
import org.pmix4j.server.options.ServerOptions;

/**
 * Adds the shared topology of the node to a job's data: clients of the C library then need not discover the hardware, which takes each of
 * them many milliseconds. Stateless.
 *
 * @see "OpenPMIx src/hwloc/pmix_hwloc.c; PMIx Standard, PMIX_SERVER_SHARE_TOPOLOGY"
 */
public final class TopologyInfos {
	private TopologyInfos() {
	}

	/**
	 * @param infos   registered data of a job
	 * @param options options of the server
	 * @return the data with the topology, unless the host registered another one
	 */
	public static Infos addTo(Infos infos, ServerOptions options) {
		if (options.sharedTopology().isEmpty() || infos.contains(TopologyAttributes.HWLOC_XML_V2)) {
			return infos;
		}
		return infos.with(TopologyAttributes.HWLOC_XML_V2, options.sharedTopology().get().xml());
	}
}
