// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.internal.hardware;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.pmix4j.client.GetOptions;
import org.pmix4j.client.GetResult;
import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.hardware.BindingEnvelope;
import org.pmix4j.client.hardware.Fabric;
import org.pmix4j.client.hardware.Hardware;
import org.pmix4j.client.internal.call.SessionCalls;
import org.pmix4j.client.internal.connection.Replies;
import org.pmix4j.client.internal.connection.ServerLink;
import org.pmix4j.client.internal.get.GetOperations;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.CpuSet;
import org.pmix4j.model.DeviceDistance;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.Topology;
import org.pmix4j.model.attributes.FabricAttributes;
import org.pmix4j.model.attributes.TopologyAttributes;
import org.pmix4j.wire.internal.message.HardwareRequest;
import org.pmix4j.wire.internal.message.ReplyKind;

/**
 * The calls for hardware and fabrics. Owned by a session. Thread-safe, because every call to the server runs on the loop.
 *
 * @see "OpenPMIx src/client/pmix_client_topology.c and pmix_client_fabric.c"
 */
public final class HardwareOperations implements Hardware {
	private static final String ALLOWED = "Cpus_allowed_list:";

	private final SessionCalls calls;
	private final ServerLink link;
	private final GetOperations gets;
	private final Proc self;
	private final Duration requestLimit;

	/**
	 * @param calls        brings calls to the loop
	 * @param link         to the server
	 * @param gets         reads job information
	 * @param self         this process
	 * @param requestLimit default limit of a request
	 */
	public HardwareOperations(SessionCalls calls, ServerLink link, GetOperations gets, Proc self, Duration requestLimit) {
		this.calls = calls;
		this.link = link;
		this.gets = gets;
		this.self = self;
		this.requestLimit = requestLimit;
	}

	@Override
	public Optional<Topology> topology() throws PmixException {
		return calls.block(this::described);
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
		return calls.block(() -> computed(cpuset, options));
	}

	@Override
	public CompletableFuture<List<DeviceDistance>> distancesAsync(CpuSet cpuset, RequestOptions options) {
		return calls.start(() -> computed(cpuset, options));
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
		return registered(options).thenApply(OpenFabric::new);
	}

	private CompletableFuture<Optional<Topology>> described() {
		assert link.inLoop();
		return gets.get(Proc.wildcard(self.nspace()), TopologyAttributes.HWLOC_XML_V2.key(), GetOptions.IMMEDIATE).thenApply(result -> {
			try {
				return result instanceof GetResult.Found<PmixValue> found
						? Optional.of(new Topology(TopologyAttributes.HWLOC_XML_V2.read(found.what()), ByteObject.EMPTY))
						: Optional.empty();
			} catch (PmixException otherType) {
				throw new CompletionException(otherType);
			}
		});
	}

	/** Sends no topology, because the server knows this node's. */
	private CompletableFuture<List<DeviceDistance>> computed(CpuSet cpuset, RequestOptions options) {
		assert link.inLoop();
		HardwareRequest request = new HardwareRequest.ComputeDistances(new Topology("", ByteObject.EMPTY), cpuset, options.infos());
		Duration limit = options.limit().isZero() ? requestLimit : options.limit();
		return link.request("distances of devices", request, ReplyKind.DISTANCES, limit).thenApply(reply -> {
			if (!reply.status().equals(Status.ERR_NOT_FOUND)) {
				Replies.requireSuccess("distances of devices", reply);
			}
			return reply.distances();
		});
	}

	private CompletableFuture<Infos> registered(RequestOptions options) {
		assert link.inLoop();
		return link.ask("registration for a fabric", new HardwareRequest.FabricRegister(options.infos()), options.limit(), requestLimit);
	}

	private CompletableFuture<Infos> updated(long index) {
		assert link.inLoop();
		return link.ask("update of fabric " + index, new HardwareRequest.FabricUpdate(index), Duration.ZERO, requestLimit);
	}

	/** Information about a fabric. Owned by the program. Thread-safe: only the mark of its end changes. */
	private final class OpenFabric implements Fabric {
		private final Infos infos;
		private volatile boolean closed;

		private OpenFabric(Infos infos) {
			this.infos = infos;
		}

		@Override
		public Infos infos() {
			return infos;
		}

		@Override
		public Fabric update() throws PmixException {
			return calls.block(this::updated);
		}

		@Override
		public CompletableFuture<Fabric> updateAsync() {
			return calls.start(this::updated);
		}

		private CompletableFuture<Fabric> updated() {
			if (closed) {
				return CompletableFuture.failedFuture(new PmixException(Status.ERR_BAD_PARAM, "update of a fabric that was closed"));
			}
			try {
				long index = infos.get(FabricAttributes.FABRIC_INDEX).orElse(0L);
				return HardwareOperations.this.updated(index).thenApply(OpenFabric::new);
			} catch (PmixException otherType) {
				return CompletableFuture.failedFuture(otherType);
			}
		}

		@Override
		public void close() {
			closed = true;
		}
	}
}
