// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.topology;

import java.util.concurrent.atomic.AtomicBoolean;

import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.attributes.TopologyAttributes;
import org.pmix4j.server.PmixServer;

/**
 * Tells the ranks what hardware the machine has, so that not each of them looks for it. To look takes this process about as long as
 * four ranks, and so it does it once, for the first job that is large enough, while that starts. Ranks that ask earlier look for
 * themselves. One for each host; used on any thread.
 *
 * @see "PMIx Standard, PMIX_HWLOC_XML_V2"
 */
public final class SharedTopology {
	private static final int WORTHWHILE = 8;

	private final PmixServer server;
	private final String hostname;
	private final AtomicBoolean begun = new AtomicBoolean();

	/**
	 * @param server   of the ranks
	 * @param hostname of this machine
	 */
	public SharedTopology(PmixServer server, String hostname) {
		this.server = server;
		this.hostname = hostname;
	}

	/** @param ranks the number of processes of a job that starts now */
	public void jobStarts(int ranks) {
		if (ranks >= WORTHWHILE && begun.compareAndSet(false, true)) {
			Thread thread = new Thread(this::share, "pmix-topology");
			thread.setDaemon(true);
			thread.start();
		}
	}

	private void share() {
		HardwareReader.read().ifPresent(machine -> server
				.registerResources(Infos.of(Info.of(TopologyAttributes.HWLOC_XML_V2, HwlocXml.of(machine, hostname)))));
	}
}
