// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.node;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

import org.pmix4j.job.options.UsableProcessors;
import org.pmix4j.placement.internal.allocation.PoolNode.Processors;
import org.pmix4j.placement.internal.topology.HardwareReader;

/** Reads the processors of this machine on its own thread while the host starts, as the first job needs them. Thread-safe. */
public final class HardwareOnDemand implements Supplier<Processors> {
	private final CompletableFuture<Processors> read = new CompletableFuture<>();

	private HardwareOnDemand() {
	}

	/** @return the processors, which are being read */
	public static HardwareOnDemand begin() {
		HardwareOnDemand hardware = new HardwareOnDemand();
		Thread thread = new Thread(hardware::read, "pmix-hardware");
		thread.setDaemon(true);
		thread.start();
		return hardware;
	}

	private void read() {
		try {
			read.complete(new Processors(HardwareReader.readForPlacement(), UsableProcessors.allowed()));
		} catch (RuntimeException | Error e) {
			read.completeExceptionally(e);
		}
	}

	/** Waits until the processors are read. */
	@Override
	public Processors get() {
		return read.join();
	}
}
