// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.session;

import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.attributes.TopologyAttributes;
import org.pmix4j.server.spi.LoopServer;

/**
 * Shares the description of the hardware with all ranks, so that not each of them has to discover it. Reading it takes this process about
 * as long as four ranks, so it is read once, while the first job that is large enough starts. Ranks that ask earlier discover the
 * hardware themselves. Owned by the host; may be used from any thread.
 *
 * @see "PMIx Standard, PMIX_HWLOC_XML_V2"
 */
public final class SharedTopology {
	private static final int WORTHWHILE = 8;

	private final LoopServer server;
	private final Supplier<Optional<String>> xml;
	private final AtomicBoolean begun = new AtomicBoolean();

	/**
	 * @param server of the ranks
	 * @param xml    describes the hardware of the server's node; blocks
	 */
	public SharedTopology(LoopServer server, Supplier<Optional<String>> xml) {
		this.server = server;
		this.xml = xml;
	}

	/** @param ranks the number of processes of a job that starts now */
	public void jobStarts(int ranks) {
		if (ranks >= WORTHWHILE && begun.compareAndSet(false, true)) {
			Thread thread = new Thread(this::share, "pmix-topology");
			thread.setDaemon(true);
			try {
				thread.start();
			} catch (OutOfMemoryError e) {
				// the system allows no further thread; ranks read the hardware themselves
				begun.set(false);
			}
		}
	}

	private void share() {
		xml.get().ifPresent(text -> server.registerResources(Infos.of(Info.of(TopologyAttributes.HWLOC_XML_V2, text))));
	}
}
