// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.forward;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import org.pmix4j.model.CpuSet;
import org.pmix4j.model.DeviceDistance;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.Topology;
import org.pmix4j.model.attributes.TopologyAttributes;
import org.pmix4j.server.internal.hostcall.HostCalls;
import org.pmix4j.server.internal.peer.Responder;
import org.pmix4j.server.internal.registry.Namespace;
import org.pmix4j.server.internal.registry.NamespaceRegistry;
import org.pmix4j.server.internal.topology.NodeTopology;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.internal.message.HardwareRequest;
import org.pmix4j.wire.internal.message.Reply;

/**
 * Serves PMIx_Compute_distances for processes that cannot compute them. The topology comes from the request, else from the server's
 * options, else from the host; the location from the request, else from the registered binding, else it is the whole node. Owned by the
 * server, on its loop; the computation runs on the executor.
 *
 * @see "OpenPMIx src/server/pmix_server_ops.c, pmix_server_device_dists"
 */
public final class DeviceDistances {
	private final HostCalls host;
	private final NamespaceRegistry registry;
	private final ServerOptions options;

	/**
	 * @param host     provides the topology
	 * @param registry has the bindings of processes
	 * @param options  of the server
	 */
	public DeviceDistances(HostCalls host, NamespaceRegistry registry, ServerOptions options) {
		this.host = host;
		this.registry = registry;
		this.options = options;
	}

	public void compute(HardwareRequest.ComputeDistances request, Responder responder) throws PmixException {
		assert host.inLoop();
		Proc proc = responder.peer().proc();
		Optional<CpuSet> place = request.cpuSet().list().isEmpty() ? binding(proc) : Optional.of(request.cpuSet());
		Optional<Topology> known = request.topology().xml().isEmpty() ? options.sharedTopology() : Optional.of(request.topology());
		host.callAside("device distances for " + proc, h -> topology(h, known).thenApply(topology -> distances(topology, place, request)),
				found -> responder.reply(new Reply.DistancesReply(Status.SUCCESS, found)),
				status -> responder.reply(new Reply.DistancesReply(status, List.of())));
	}

	private static CompletionStage<Topology> topology(PmixHost host, Optional<Topology> known) {
		return known.<CompletionStage<Topology>>map(CompletableFuture::completedFuture).orElseGet(host::topology);
	}

	private List<DeviceDistance> distances(Topology topology, Optional<CpuSet> place, HardwareRequest.ComputeDistances request) {
		try {
			NodeTopology node = NodeTopology.of(topology);
			return node.distances(place.orElseGet(node::processors), request.infos(), options.hostname());
		} catch (PmixException e) {
			throw new CompletionException(e);
		}
	}

	private Optional<CpuSet> binding(Proc proc) throws PmixException {
		List<Kval> given = registry.find(proc.nspace()).flatMap(Namespace::jobInfo)
				.map(job -> job.find(proc.rank(), TopologyAttributes.CPUSET.key())).orElse(List.of());
		for (Kval kval : given) {
			if (kval.key().equals(TopologyAttributes.CPUSET.key()) && kval.value() instanceof PmixValue.Str(String text)) {
				// PRRTE and PMIx4J's host register only the list
				return Optional.of(text.indexOf(':') < 0 ? CpuSet.parse("hwloc:" + text) : CpuSet.parse(text));
			}
		}
		return Optional.empty();
	}
}
