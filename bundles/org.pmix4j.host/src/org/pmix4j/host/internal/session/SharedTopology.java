// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.session;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.attributes.TopologyAttributes;
import org.pmix4j.server.spi.LoopServer;

/**
 * Shares the description of the hardware with all ranks, so that not each of them has to discover it. Reading it takes this process about
 * as long as four ranks, so it is read once, while the first job that is large enough starts. Ranks that use PMIx and ask earlier discover
 * the hardware themselves; those that use PMI wait for it. Owned by the host; may be used from any thread.
 *
 * @see "PMIx Standard, PMIX_HWLOC_XML_V2"
 */
public final class SharedTopology {
	private static final int WORTHWHILE = 8;

	private final LoopServer server;
	private final Supplier<Optional<String>> xml;
	/** The description, once it is being read; null before. */
	private final AtomicReference<@Nullable CompletableFuture<Optional<String>>> text = new AtomicReference<>();

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
		CompletableFuture<Optional<String>> reading = new CompletableFuture<>();
		if (ranks >= WORTHWHILE && text.compareAndSet(null, reading)) {
			Thread thread = new Thread(() -> share(reading), "pmix-topology");
			thread.setDaemon(true);
			try {
				thread.start();
			} catch (OutOfMemoryError e) {
				// the system allows no further thread; ranks read the hardware themselves
				text.set(null);
				reading.complete(Optional.empty());
			}
		}
	}

	private void share(CompletableFuture<Optional<String>> reading) {
		try {
			Optional<String> read = xml.get();
			reading.complete(read);
			read.ifPresent(known -> server.registerResources(Infos.of(Info.of(TopologyAttributes.HWLOC_XML_V2, known))));
		} finally {
			// those who wait go on after a failure, too
			reading.complete(Optional.empty());
		}
	}

	/** @return the description; empty if the hardware cannot be described exactly, or no job that starts or has started was large enough */
	public CompletableFuture<Optional<String>> text() {
		CompletableFuture<Optional<String>> reading = text.get();
		return reading == null ? CompletableFuture.completedFuture(Optional.empty()) : reading;
	}
}
