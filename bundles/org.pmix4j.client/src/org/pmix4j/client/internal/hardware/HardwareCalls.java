// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.internal.hardware;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.hardware.BindingEnvelope;
import org.pmix4j.client.hardware.Fabric;
import org.pmix4j.client.hardware.Hardware;
import org.pmix4j.client.internal.call.SessionCalls;
import org.pmix4j.model.CpuSet;
import org.pmix4j.model.DeviceDistance;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.Topology;

/**
 * The public calls for hardware. Owned by the session. Thread-safe, because every call to the server runs on the loop.
 *
 * @param calls      brings calls to the loop
 * @param operations sends the requests
 */
public record HardwareCalls(SessionCalls calls, HardwareOperations operations) implements Hardware {
	private static final String ALLOWED = "Cpus_allowed_list:";

	@Override
	public Optional<Topology> topology() throws PmixException {
		return calls.block(operations::topology);
	}

	@Override
	public CpuSet cpuset(BindingEnvelope envelope) throws PmixException {
		calls.requireOpen("binding of this process");
		Path status = Path.of(envelope == BindingEnvelope.PROCESS ? "/proc/self/status" : "/proc/thread-self/status");
		try {
			for (String line : Files.readAllLines(status)) {
				if (line.startsWith(ALLOWED)) {
					return new CpuSet(line.substring(ALLOWED.length()).strip());
				}
			}
		} catch (IOException unreadable) {
			throw new PmixException(Status.ERR_NOT_SUPPORTED, "the binding of this process cannot be read: " + unreadable.getMessage(),
					unreadable);
		}
		throw new PmixException(Status.ERR_NOT_SUPPORTED, status + " has no line " + ALLOWED);
	}

	@Override
	public List<DeviceDistance> distances(CpuSet cpuset, RequestOptions options) throws PmixException {
		return calls.block(() -> operations.distances(cpuset, options));
	}

	@Override
	public CompletableFuture<List<DeviceDistance>> distancesAsync(CpuSet cpuset, RequestOptions options) {
		return calls.start(() -> operations.distances(cpuset, options));
	}

	@Override
	public Fabric openFabric(RequestOptions options) throws PmixException {
		return calls.block(() -> opened(options));
	}

	@Override
	public CompletableFuture<Fabric> openFabricAsync(RequestOptions options) {
		return calls.start(() -> opened(options));
	}

	private CompletableFuture<Fabric> opened(RequestOptions options) {
		return operations.register(options).thenApply(infos -> new SessionFabric(calls, operations, infos));
	}
}
