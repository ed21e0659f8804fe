// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.internal.hardware;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

import org.pmix4j.client.GetOptions;
import org.pmix4j.client.GetResult;
import org.pmix4j.client.RequestOptions;
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
import org.pmix4j.model.attributes.TopologyAttributes;
import org.pmix4j.wire.internal.message.HardwareRequest;
import org.pmix4j.wire.internal.message.ReplyKind;

/**
 * Sends requests about hardware and fabrics. Owned by a session, on its loop.
 *
 * @see "OpenPMIx src/client/pmix_client_topology.c and pmix_client_fabric.c"
 */
public final class HardwareOperations {
	private final ServerLink link;
	private final GetOperations gets;
	private final Proc self;
	private final Duration requestLimit;

	/**
	 * @param link         to the server
	 * @param gets         reads job information
	 * @param self         this process
	 * @param requestLimit default limit of a request
	 */
	public HardwareOperations(ServerLink link, GetOperations gets, Proc self, Duration requestLimit) {
		this.link = link;
		this.gets = gets;
		this.self = self;
		this.requestLimit = requestLimit;
	}

	CompletableFuture<Optional<Topology>> topology() {
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
	CompletableFuture<List<DeviceDistance>> distances(CpuSet cpuset, RequestOptions options) {
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

	CompletableFuture<Infos> register(RequestOptions options) {
		assert link.inLoop();
		return link.ask("registration for a fabric", new HardwareRequest.FabricRegister(options.infos()), options.limit(), requestLimit);
	}

	CompletableFuture<Infos> update(long index) {
		assert link.inLoop();
		return link.ask("update of fabric " + index, new HardwareRequest.FabricUpdate(index), Duration.ZERO, requestLimit);
	}
}
