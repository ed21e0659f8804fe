// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.core;

import java.util.List;
import java.util.OptionalInt;
import org.pmix4j.server.spi.CollectiveListener;
import org.pmix4j.server.spi.LoopHost;

import org.pmix4j.server.internal.admission.AwaitedTools;
import org.pmix4j.server.internal.admission.ClientLifecycle;
import org.pmix4j.server.internal.admission.PendingHellos;
import org.pmix4j.server.internal.cleanup.Cleaner;
import org.pmix4j.server.internal.collective.Collectives;
import org.pmix4j.server.internal.collective.Fences;
import org.pmix4j.server.internal.connect.ConnectedSets;
import org.pmix4j.server.internal.connect.Connections;
import org.pmix4j.server.internal.connect.Disconnections;
import org.pmix4j.server.internal.event.Announcer;
import org.pmix4j.server.internal.event.DebugHolds;
import org.pmix4j.server.internal.event.EventHistory;
import org.pmix4j.server.internal.event.EventRouter;
import org.pmix4j.server.internal.event.LostConnections;
import org.pmix4j.server.internal.forward.DeviceDistances;
import org.pmix4j.server.internal.forward.GatewayLog;
import org.pmix4j.server.internal.forward.JobControl;
import org.pmix4j.server.internal.forward.RequestForwarder;
import org.pmix4j.server.internal.get.GetReplies;
import org.pmix4j.server.internal.get.GetRequests;
import org.pmix4j.server.internal.get.PendingGets;
import org.pmix4j.server.internal.group.GroupCommands;
import org.pmix4j.server.internal.group.GroupMaker;
import org.pmix4j.server.internal.group.GroupRegistry;
import org.pmix4j.server.internal.group.ProcessSets;
import org.pmix4j.server.internal.hostcall.HostCalls;
import org.pmix4j.server.internal.iof.IofService;
import org.pmix4j.server.internal.iof.OutputRouter;
import org.pmix4j.server.internal.iof.OwnOutput;
import org.pmix4j.server.internal.lifecycle.Components;
import org.pmix4j.server.internal.memory.Budgets;
import org.pmix4j.server.internal.modex.ModexBlob;
import org.pmix4j.server.internal.modex.ModexStore;
import org.pmix4j.server.internal.monitoring.Monitors;
import org.pmix4j.server.internal.peer.OutgoingQueues;
import org.pmix4j.server.internal.peer.PeerMemory;
import org.pmix4j.server.internal.query.Queries;
import org.pmix4j.server.internal.query.QueryFacts;
import org.pmix4j.server.internal.registry.NamespaceRegistry;
import org.pmix4j.server.internal.registry.Resolver;
import org.pmix4j.server.internal.setup.ApplicationSetup;
import org.pmix4j.server.options.MemoryShare;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * The components of one server, created once. Used on its loop: {@link Dispatcher} asserts that for requests, {@link Components} for
 * notifications.
 *
 * @param components     every part that keeps state of peers, processes, or namespaces
 * @param registry       namespaces and clients
 * @param store          data that processes have committed
 * @param host           calls to the host
 * @param fences         fences
 * @param connections    PMIx_Connect
 * @param disconnections PMIx_Disconnect
 * @param groups         groups of processes
 * @param gets           gets
 * @param events         events
 * @param iof            output and input
 * @param processSets    named sets of processes
 * @param setup          environment that jobs bring from their launcher
 * @param monitors       heartbeats and watched files
 * @param hostRequests   requests that only the host can answer
 * @param jobControl     PMIx_Job_control
 * @param distances      PMIx_Compute_distances
 * @param resolver       PMIx_Resolve_peers and PMIx_Resolve_nodes
 * @param queries        queries about jobs and the server
 * @param pendingHellos  connections without a hello
 * @param clients        life cycle of clients
 * @param awaitedTools   futures for tools that have not connected yet
 * @param ownOutput      output of the server's own process
 * @param memory         limits on the memory that peers may occupy
 */
record ServerParts(Components components, NamespaceRegistry registry, ModexStore store, HostCalls host, Fences fences,
		Connections connections, Disconnections disconnections, GroupCommands groups, GetRequests gets, EventRouter events,
		IofService iof, ProcessSets processSets, ApplicationSetup setup, Monitors monitors, RequestForwarder hostRequests, JobControl jobControl,
		DeviceDistances distances, Resolver resolver, Queries queries, PendingHellos pendingHellos, ClientLifecycle clients,
		AwaitedTools awaitedTools, OwnOutput ownOutput, PeerMemory memory) {
	static ServerParts make(ServerOptions options, PmixHost host, EventLoop loop, OptionalInt ownUid) {
		Budgets budgets = new Budgets(options.memory());
		OutgoingQueues outgoing = new OutgoingQueues(loop, budgets.of(MemoryShare.OUTGOING));
		NamespaceRegistry registry = new NamespaceRegistry();
		PendingHellos pendingHellos = new PendingHellos(loop, options, budgets.of(MemoryShare.DOORSTEP));
		ModexStore store = new ModexStore(options.limits(), budgets.of(MemoryShare.MODEX));
		HostCalls calls = new HostCalls(host, loop, options.executor(), options.hostTimeout(), pendingHellos.refusals());
		Collectives collectives = new Collectives(loop, registry, host instanceof LoopHost resident ? resident : new CollectiveListener() {
		});
		ModexBlob modexBlob = new ModexBlob(registry, store, options.limits());
		GroupRegistry groups = new GroupRegistry();
		DebugHolds holds = new DebugHolds(registry, calls, loop);
		EventRouter events = new EventRouter(options.identity().nspace(), calls,
				new EventHistory(loop, budgets.of(MemoryShare.EVENTS)), holds, budgets.of(MemoryShare.REGISTRATIONS));
		LostConnections losses = new LostConnections(calls, loop);
		ApplicationSetup setup = new ApplicationSetup();
		ProcessSets processSets = new ProcessSets(events, options.identity(), budgets.of(MemoryShare.PROCESS_SETS));
		GetReplies replies = new GetReplies(registry, store, processSets, options.limits(), options.bulkLimit());
		GetRequests gets = new GetRequests(registry, groups, store, replies, calls, new PendingGets(loop), outgoing, options.limits(),
				options.getTimeout());
		IofService iof = new IofService(calls,
				new OutputRouter(loop, proc -> IofService.node(registry, proc), budgets.of(MemoryShare.FOLLOWED)), options.identity());
		Announcer announcer = new Announcer(events, calls);
		ConnectedSets connected = new ConnectedSets(registry, announcer);
		GroupMaker maker = new GroupMaker(groups, registry, store, modexBlob);
		GroupCommands groupCommands = GroupCommands.of(groups, maker, collectives, modexBlob, calls, announcer, loop);
		AwaitedTools awaitedTools = new AwaitedTools(loop);
		Monitors monitors = new Monitors(calls, events, loop, options, ownUid);
		// The order matters only where a comment requires it.
		Components components = new Components(loop, List.of(
				// First in a dump.
				registry, pendingHellos,
				// An operation that ends may leave a connection or group behind, which those after it must still forget. A process that
				// waits for a fence and a get is answered in that order.
				collectives,
				// The members of a connection hear of the end of a process before the members of a group.
				connected, groupCommands.changes(), groupCommands.invitations(), groups,
				gets,
				// The host hears that interest in an event has ended before it hears of the processes that stopped for a debugger.
				events, holds, losses,
				iof,
				// After events: the event about a deleted set must not meet a cache or registrations that end with the namespace.
				processSets,
				monitors, setup, awaitedTools,
				// After the gets, which read it.
				store,
				// Last in a dump: the other components wait for these calls.
				calls));
		ClientLifecycle clients = new ClientLifecycle(registry, components, calls, new Cleaner(options.executor()), options);
		Resolver resolver = new Resolver(registry, options.hostname());
		Queries queries = new Queries(calls, new QueryFacts(registry, resolver, processSets, groups, options.hostname()));
		OwnOutput ownOutput = new OwnOutput(loop, options.executor());
		RequestForwarder hostRequests = new RequestForwarder(calls, registry, connected, iof.router(), new GatewayLog(ownOutput, options));
		return new ServerParts(components, registry, store, calls, new Fences(collectives, groups, modexBlob, calls),
				new Connections(collectives, connected, registry, calls), new Disconnections(collectives, connected, calls), groupCommands,
				gets, events, iof, processSets, setup, monitors, hostRequests,
				new JobControl(calls, registry, processSets, monitors, ownUid), new DeviceDistances(calls, registry, options), resolver, queries,
				pendingHellos, clients, awaitedTools, ownOutput, new PeerMemory(budgets, outgoing));
	}
}
