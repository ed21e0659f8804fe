// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.tests;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.pmix4j.client.EventHandler;
import org.pmix4j.client.FenceOptions;
import org.pmix4j.client.GetOptions;
import org.pmix4j.client.GetResult;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.PmixClient;
import org.pmix4j.client.PmixEvent;
import org.pmix4j.client.Registration;
import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.group.Group;
import org.pmix4j.client.group.GroupOptions;
import org.pmix4j.client.group.Invitation;
import org.pmix4j.client.hardware.BindingEnvelope;
import org.pmix4j.client.host.Monitoring;
import org.pmix4j.client.names.LookupOptions;
import org.pmix4j.client.names.PublishOptions;
import org.pmix4j.client.process.ConnectedProcesses;
import org.pmix4j.client.process.SpawnProgram;
import org.pmix4j.client.process.SpawnRequest;
import org.pmix4j.client.security.IssuedCredential;
import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.CpuSet;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.DeviceDistance;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.PublishedData;
import org.pmix4j.model.Query;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.model.attributes.LogAttributes;
import org.pmix4j.model.attributes.MonitorAttributes;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.QueryAttributes;

/**
 * A rank that makes the calls of one topic to the server of any launcher and checks each result. Prints {@code probe RANK/SIZE ok}, or
 * {@code probe RANK/SIZE FAILED} with the failed checks, spawned ranks {@code child} instead; the exit code is 0 or 1.
 */
public final class CallProbe {
	private static final Status MIXED = Status.of(-3005);

	private final List<String> failures = new ArrayList<>();
	private final PmixClient client;
	private final Proc me;
	private final int rank;
	private final int size;

	private CallProbe(PmixClient client) throws PmixException {
		this.client = client;
		this.me = client.proc();
		this.rank = me.rank().value();
		this.size = client.jobInfo(JobAttributes.JOB_SIZE).orElseThrow();
	}

	/**
	 * Runs the probe.
	 *
	 * @param arguments the topic
	 * @throws Exception any unexpected failure
	 */
	public static void main(String[] arguments) throws Exception {
		try (PmixClient client = PmixClient.open()) {
			CallProbe probe = new CallProbe(client);
			switch (arguments[0]) {
				case "names" -> probe.names();
				case "resolve" -> probe.resolve();
				case "spawn" -> probe.spawn();
				case "child" -> probe.meetParent();
				case "groups" -> probe.groups();
				case "host" -> probe.host();
				case "groupfence" -> probe.fenceOverGroup();
				case "mixed" -> probe.mixed();
				case "plain" -> probe.mixedData();
				case "notify" -> probe.mixedEvents();
				default -> throw new IllegalArgumentException(arguments[0]);
			}
			System.out.println((arguments[0].equals("child") ? "child " : "probe ") + probe.rank + "/" + probe.size
					+ (probe.failures.isEmpty() ? " ok" : " FAILED " + String.join("; ", probe.failures)));
			if (!probe.failures.isEmpty()) {
				System.exit(1);
			}
		}
	}

	private void check(String what, boolean holds, Object found) {
		if (!holds) {
			failures.add(what + ": " + found);
		}
	}

	private static String port(int rank) {
		return "probe.port." + rank;
	}

	private void names() throws PmixException {
		PmixValue mine = new PmixValue.Str("port of " + rank);
		client.names().publish(Infos.of(Info.of(port(rank), mine)), PublishOptions.DEFAULT);
		client.fence(FenceOptions.DEFAULT);
		for (int other = 0; other < size; other++) {
			List<PublishedData> found = client.names().lookup(List.of(port(other)), LookupOptions.DEFAULT);
			PublishedData wanted = new PublishedData(Proc.of(me.nspace(), other), port(other), new PmixValue.Str("port of " + other));
			check("lookup of " + port(other), found.equals(List.of(wanted)), found);
		}
		List<PublishedData> nothing = client.names().lookup(List.of("probe.nothing"), LookupOptions.DEFAULT);
		check("lookup of nothing", nothing.isEmpty(), nothing);
		client.fence(FenceOptions.DEFAULT);
		client.names().unpublish(List.of(port(rank)), RequestOptions.DEFAULT);
		client.fence(FenceOptions.DEFAULT);
		List<PublishedData> withdrawn = client.names().lookup(List.of(port((rank + 1) % size)), LookupOptions.DEFAULT);
		check("lookup after unpublish", withdrawn.isEmpty(), withdrawn);
		client.fence(FenceOptions.DEFAULT);
		if (rank == 0) {
			client.names().publish(Infos.of(Info.of("probe.late", mine)), PublishOptions.DEFAULT);
		}
		List<PublishedData> waited = client.names().lookup(List.of("probe.late"), LookupOptions.WAIT);
		check("lookup that waits", waited.size() == 1 && waited.getFirst().value().equals(new PmixValue.Str("port of 0")), waited);
		client.fence(FenceOptions.DEFAULT);
	}

	private void resolve() throws PmixException {
		String host = client.get(me, NodeAttributes.HOSTNAME).orElse("");
		List<Proc> all = everybody();
		List<Proc> peers = client.processes().resolvePeers(host, me.nspace());
		check("peers by name", peers.equals(all), peers);
		List<Proc> here = client.processes().resolvePeers("", me.nspace());
		check("peers here", here.equals(all), here);
		List<Proc> ofAll = client.processes().resolvePeers("", "");
		check("peers of all jobs", ofAll.containsAll(all), ofAll);
		List<Proc> nowhere = client.processes().resolvePeers("probe-no-such-node", me.nspace());
		check("peers nowhere", nowhere.isEmpty(), nowhere);
		List<String> nodes = client.processes().resolveNodes(me.nspace());
		check("nodes", nodes.equals(List.of(host)), nodes);
	}

	/** Spawns two children, connects with them and reads a value of one. mpirun 4.1.4 does not give children the name of their parent. */
	private void spawn() throws PmixException {
		if (rank == 0) {
			List<String> command = new ArrayList<>(ProbeCommand.line(CallProbe.class));
			command.add("child");
			SpawnProgram child = SpawnProgram.of(command.getFirst(), command.subList(1, command.size()).toArray(String[]::new));
			String job = client.processes().spawn(SpawnRequest.of(child.withRanks(2).plusEnvironment("PROBE_PARENT", me.nspace())));
			int children = client.get(Proc.wildcard(job), JobAttributes.JOB_SIZE).orElse(-1);
			check("size of the spawned job", children == 2, children);
			try (ConnectedProcesses connection = client.processes().connect(List.of(me, Proc.wildcard(job)), RequestOptions.DEFAULT)) {
				PmixValue name = client.get(Proc.of(job, 1), "probe.name").orElse(new PmixValue.Str("none"));
				check("value of a child", name.equals(new PmixValue.Str("child 1")), name);
			}
		}
		client.fence(FenceOptions.DEFAULT);
	}

	private void meetParent() throws PmixException {
		Proc parent = Proc.of(System.getenv("PROBE_PARENT"), 0);
		Proc known = client.get(me, ProcAttributes.PARENT_ID).orElse(parent);
		check("parent", known.equals(parent), known);
		client.put(Scope.GLOBAL, "probe.name", new PmixValue.Str("child " + rank));
		client.commit();
		try (ConnectedProcesses connection = client.processes().connect(List.of(parent, Proc.wildcard(me.nspace())), RequestOptions.DEFAULT)) {
			check("connected", connection.procs().size() == 2, connection.procs());
		}
	}

	private List<Proc> everybody() {
		return IntStream.range(0, size).mapToObj(peer -> Proc.of(me.nspace(), peer)).toList();
	}

	private void groups() throws Exception {
		GroupOptions options = GroupOptions.DEFAULT.withContextId();
		try (Group all = client.groups().construct("all", everybody(), options)) {
			check("members", all.members().equals(everybody()), all.members());
			check("context id", all.contextId().isPresent(), all.contextId());
		}
		invite();
		client.fence(FenceOptions.DEFAULT);
		Group left = client.groups().construct("left", everybody(), options);
		client.fence(FenceOptions.DEFAULT);
		BlockingQueue<PmixEvent> departures = new LinkedBlockingQueue<>();
		try (Registration listener = client.events().register(HandlerOptions.of(Status.GROUP_LEFT),
				EventHandler.listening(departures::add))) {
			client.fence(FenceOptions.DEFAULT);
			if (rank == size - 1) {
				left.leave(RequestOptions.DEFAULT);
			} else {
				PmixEvent departure = departures.poll(20, TimeUnit.SECONDS);
				check("departure", departure != null && departure.source().equals(Proc.of(me.nspace(), size - 1)), String.valueOf(departure));
			}
			client.fence(FenceOptions.DEFAULT);
		}
	}

	/** PRRTE 3.0.8 does not end such a fence. */
	private void fenceOverGroup() throws PmixException {
		try (Group all = client.groups().construct("all", everybody(), GroupOptions.DEFAULT)) {
			client.fence(List.of(Proc.wildcard(all.name())), FenceOptions.DEFAULT);
			if (rank < 2) {
				client.fence(List.of(Proc.of(all.name(), 0), Proc.of(all.name(), 1)), FenceOptions.DEFAULT);
			}
		}
	}

	/** Rank 0 invites all others. Ranks in Java with odd numbers decline, except rank 1. */
	private void invite() throws Exception {
		BlockingQueue<Invitation> invitations = new LinkedBlockingQueue<>();
		try (Registration listener = client.groups().onInvitation(invitations::add)) {
			client.fence(FenceOptions.DEFAULT);
			List<Proc> members = everybody().stream().filter(proc -> !declines(proc.rank().value())).toList();
			if (rank == 0) {
				Group group = client.groups().invite("party", everybody(), GroupOptions.DEFAULT);
				check("members that accepted", group.members().containsAll(members) && group.members().size() == members.size(),
						group.members());
				return;
			}
			Invitation invitation = invitations.poll(20, TimeUnit.SECONDS);
			check("invitation", invitation != null && invitation.group().equals("party"), String.valueOf(invitation));
			if (declines(rank)) {
				client.groups().decline("party", Proc.of(me.nspace(), 0));
			} else {
				Group group = client.groups().join("party", Proc.of(me.nspace(), 0), RequestOptions.DEFAULT);
				check("members of the joined group", group.members().contains(me), group.members());
			}
		}
	}

	private static boolean declines(int rank) {
		return rank > 1 && rank % 2 == 1;
	}

	/** Takes the same steps as pmix_mixed.c with the option plain. */
	private void mixedData() throws PmixException {
		PmixValue mine = new PmixValue.Str("v" + rank);
		client.put(Scope.GLOBAL, "mixed.value", mine);
		client.put(Scope.LOCAL, "mixed.local", mine);
		client.put(Scope.REMOTE, "mixed.remote", mine);
		client.put(Scope.INTERNAL, "mixed.internal", mine);
		client.commit();
		client.fence(FenceOptions.COLLECT);
		for (Proc proc : everybody()) {
			PmixValue wanted = new PmixValue.Str("v" + proc.rank().value());
			check("value of " + proc, client.get(proc, "mixed.value").value().equals(Optional.of(wanted)), proc);
			check("local value of " + proc, client.get(proc, "mixed.local").value().equals(Optional.of(wanted)), proc);
			// all ranks are on one node
			for (String key : List.of("mixed.remote", "mixed.internal")) {
				GetResult<PmixValue> found = client.get(proc, key, GetOptions.IMMEDIATE);
				check(key + " of " + proc, found.value().isPresent() == proc.equals(me), found);
			}
		}
		client.names().publish(Infos.of(Info.of("mixed.port." + rank, new PmixValue.Str("port of " + rank))), PublishOptions.DEFAULT);
		client.fence(FenceOptions.DEFAULT);
		for (Proc proc : everybody()) {
			String key = "mixed.port." + proc.rank().value();
			List<PublishedData> found = client.names().lookup(List.of(key), LookupOptions.DEFAULT);
			PublishedData wanted = new PublishedData(proc, key, new PmixValue.Str("port of " + proc.rank().value()));
			check("lookup of " + key, found.equals(List.of(wanted)), found);
		}
		client.fence(FenceOptions.DEFAULT);
		client.processes().connect(List.of(Proc.wildcard(me.nspace())), RequestOptions.DEFAULT).close();
		client.fence(FenceOptions.DEFAULT);
	}

	/** Takes the same steps as pmix_mixed.c with the option nogroups. */
	private void mixedEvents() throws Exception {
		mixedData();
		BlockingQueue<PmixEvent> seen = new LinkedBlockingQueue<>();
		try (Registration listener = client.events().register(HandlerOptions.of(MIXED), EventHandler.listening(seen::add))) {
			client.fence(FenceOptions.DEFAULT);
			client.events().notifyEvent(MIXED, DataRange.NAMESPACE);
			for (int i = 0; i < size; i++) {
				check("event " + i + " of " + size, seen.poll(20, TimeUnit.SECONDS) != null, seen);
			}
			client.fence(FenceOptions.DEFAULT);
		}
	}

	/** Takes the same steps as pmix_mixed.c. */
	private void mixed() throws Exception {
		mixedEvents();
		client.groups().construct("mixed", everybody(), GroupOptions.DEFAULT.withContextId()).close();
		if (rank == 0) {
			Group party = client.groups().invite("party", everybody(), GroupOptions.DEFAULT);
			check("party", party.members().size() == size, party.members());
		} else {
			joinParty();
		}
		client.fence(FenceOptions.DEFAULT);
	}

	private void joinParty() throws Exception {
		BlockingQueue<Invitation> invitations = new LinkedBlockingQueue<>();
		try (Registration listener = client.groups().onInvitation(invitations::add)) {
			Invitation invitation = invitations.poll(20, TimeUnit.SECONDS);
			check("invitation", invitation != null && invitation.group().equals("party"), String.valueOf(invitation));
			client.groups().join("party", Proc.of(me.nspace(), 0), RequestOptions.DEFAULT);
		}
	}

	/** Makes requests to the host, for credentials and about hardware. */
	private void host() throws PmixException {
		Infos namespaces = client.host().query(new Query(List.of(QueryAttributes.QUERY_NAMESPACES.key()), Infos.EMPTY));
		check("namespaces", namespaces.get(QueryAttributes.QUERY_NAMESPACES).orElse("").contains(me.nspace()), namespaces);
		if (rank == 0) {
			client.host().log(Infos.EMPTY.with(LogAttributes.LOG_STDERR, "log of rank 0\n"), RequestOptions.DEFAULT);
		}
		Info cleanup = Info.of(JobControlAttributes.REGISTER_CLEANUP, "/tmp/probe-no-such-file-" + me.nspace());
		Infos registered = client.host().controlJob(List.of(me), RequestOptions.of(cleanup));
		check("cleanup", registered.isEmpty(), registered);
		Info heartbeat = Info.of(MonitorAttributes.MONITOR_HEARTBEAT, true);
		RequestOptions often = RequestOptions.of(Info.of(MonitorAttributes.MONITOR_HEARTBEAT_TIME, 60));
		try (Monitoring monitoring = client.host().monitor(heartbeat, Status.MONITOR_HEARTBEAT_ALERT, often)) {
			client.host().heartbeat();
			check("monitoring", !monitoring.id().isEmpty(), monitoring.id());
		}
		IssuedCredential credential = client.credentials().get(RequestOptions.DEFAULT);
		Infos facts = client.credentials().validate(credential.bytes(), RequestOptions.DEFAULT);
		check("facts of this process's credential", facts.contains(IdentityAttributes.USERID), facts);
		CpuSet bound = client.hardware().cpuset(BindingEnvelope.PROCESS);
		check("binding", !bound.numbers().isEmpty(), bound);
		List<DeviceDistance> distances = client.hardware().distances(bound, RequestOptions.DEFAULT);
		check("distances", distances != null, distances);
		try {
			client.host().allocate(AllocDirective.RELEASE, RequestOptions.of(Info.of(AllocAttributes.ALLOC_ID, "probe-none")));
			check("release of an unknown allocation", false, "succeeded");
		} catch (PmixException refused) {
			check("release of an unknown allocation", !refused.status().equals(Status.ERR_TIMEOUT), refused);
		}
		client.fence(FenceOptions.DEFAULT);
	}
}
