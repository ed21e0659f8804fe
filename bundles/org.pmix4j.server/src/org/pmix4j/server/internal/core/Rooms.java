// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.core;

import java.util.List;
import java.util.OptionalInt;

import org.pmix4j.server.internal.admission.Clients;
import org.pmix4j.server.internal.cleanup.Cleaner;
import org.pmix4j.server.internal.collective.Collectives;
import org.pmix4j.server.internal.collective.Fences;
import org.pmix4j.server.internal.connect.Assemblages;
import org.pmix4j.server.internal.connect.Connections;
import org.pmix4j.server.internal.connect.Disconnections;
import org.pmix4j.server.internal.control.DeviceDistances;
import org.pmix4j.server.internal.control.GatewayLog;
import org.pmix4j.server.internal.control.HostRequests;
import org.pmix4j.server.internal.control.JobControl;
import org.pmix4j.server.internal.event.Announcer;
import org.pmix4j.server.internal.event.DebugHolds;
import org.pmix4j.server.internal.event.EventCache;
import org.pmix4j.server.internal.event.EventRouter;
import org.pmix4j.server.internal.event.LostConnections;
import org.pmix4j.server.internal.get.GetReplies;
import org.pmix4j.server.internal.get.GetRequests;
import org.pmix4j.server.internal.get.PendingGets;
import org.pmix4j.server.internal.group.GroupDesk;
import org.pmix4j.server.internal.group.GroupMaker;
import org.pmix4j.server.internal.group.Groups;
import org.pmix4j.server.internal.group.ProcessSets;
import org.pmix4j.server.internal.hostcall.HostCalls;
import org.pmix4j.server.internal.iof.IofDesk;
import org.pmix4j.server.internal.iof.OutputRouter;
import org.pmix4j.server.internal.iof.OwnOutput;
import org.pmix4j.server.internal.modex.ModexBlob;
import org.pmix4j.server.internal.modex.ModexStore;
import org.pmix4j.server.internal.query.Queries;
import org.pmix4j.server.internal.query.QueryFacts;
import org.pmix4j.server.internal.registry.NamespaceRegistry;
import org.pmix4j.server.internal.registry.Resolver;
import org.pmix4j.server.internal.sensor.Monitors;
import org.pmix4j.server.internal.setup.ApplicationSetup;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * The server's rooms, each of which keeps one thing. Made once for each server; all of them live on its loop.
 *
 * @param registry       namespaces and clients
 * @param store          what processes have put
 * @param host           the way to the host
 * @param collectives    operations that need several processes
 * @param fences         fences
 * @param connections    processes that become connected
 * @param disconnections processes that are connected no more
 * @param groups         groups of processes
 * @param gets           gets
 * @param events         events
 * @param iof            output and input
 * @param processSets    named sets of processes
 * @param setup          what processes need of the launcher's place
 * @param monitors       what is watched
 * @param hostRequests   what only the host can answer
 * @param resolver       who is where
 * @param queries        what is asked of jobs and of the server
 * @param clients        who comes and goes
 * @param ownOutput      output of the process that the server is in
 */
record Rooms(NamespaceRegistry registry, ModexStore store, HostCalls host, Collectives collectives, Fences fences,
		Connections connections, Disconnections disconnections, GroupDesk groups, GetRequests gets, EventRouter events,
		IofDesk iof, ProcessSets processSets, ApplicationSetup setup, Monitors monitors, HostRequests hostRequests, Resolver resolver,
		Queries queries, Clients clients, OwnOutput ownOutput) {
	static Rooms furnish(ServerOptions options, PmixHost host, EventLoop loop, OptionalInt ownUid) {
		NamespaceRegistry registry = new NamespaceRegistry();
		ModexStore store = new ModexStore(options.limits());
		HostCalls calls = new HostCalls(host, loop, options.executor());
		Collectives collectives = new Collectives(loop, registry);
		ModexBlob modexBlob = new ModexBlob(registry, store, options.limits());
		Groups groups = new Groups();
		Fences fences = new Fences(collectives, groups, modexBlob, calls);
		EventRouter events = new EventRouter(options.identity().nspace(), calls, new EventCache(loop),
				new DebugHolds(registry, calls, loop), new LostConnections(calls, loop));
		ApplicationSetup setup = new ApplicationSetup();
		ProcessSets processSets = new ProcessSets(events, options.identity());
		GetReplies replies = new GetReplies(registry, store, processSets, options.limits(), options.bulkLimit());
		GetRequests gets = new GetRequests(registry, groups, store, replies, calls, new PendingGets(loop), options.limits(),
				options.getTimeout());
		IofDesk iof = new IofDesk(calls, new OutputRouter(loop, proc -> IofDesk.node(registry, proc)), options.identity());
		Announcer announcer = new Announcer(events, calls);
		Assemblages assemblages = new Assemblages(registry, announcer);
		GroupMaker maker = new GroupMaker(groups, registry, store, modexBlob);
		GroupDesk groupDesk = new GroupDesk(groups, maker, collectives, modexBlob, calls, announcer);
		Clients clients = new Clients(registry, store, calls, collectives, List.of(assemblages, groupDesk.life()), gets, events, iof,
				processSets, setup, new Cleaner(options.executor()), options);
		Monitors monitors = new Monitors(calls, events, loop, options, ownUid);
		Resolver resolver = new Resolver(registry, options.hostname());
		Queries queries = new Queries(calls, new QueryFacts(registry, resolver, processSets, groups, options.hostname()));
		OwnOutput ownOutput = new OwnOutput(loop, options.executor());
		HostRequests hostRequests = new HostRequests(calls, registry, assemblages,
				new JobControl(calls, registry, processSets, ownUid), monitors, iof.router(), queries,
				new DeviceDistances(calls, registry, options), new GatewayLog(ownOutput, options));
		return new Rooms(registry, store, calls, collectives, fences, new Connections(collectives, assemblages, registry, calls),
				new Disconnections(collectives, assemblages, calls), groupDesk, gets, events, iof, processSets, setup, monitors, hostRequests,
				resolver, queries, clients, ownOutput);
	}
}
