// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.connect;

import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.server.internal.event.Announcer;
import org.pmix4j.server.internal.lifecycle.Component;
import org.pmix4j.server.internal.registry.NamespaceRegistry;

/**
 * The sets of connected processes. If a process ends without disconnecting, the host and the other processes of its set are notified. Owned
 * by the server, on its loop.
 *
 * @see "PMIx Standard, chapter Process Management, Connecting and Disconnecting Processes"
 */
public final class ConnectedSets implements Component {
	private final NamespaceRegistry registry;
	private final Announcer announcer;
	/** The sets of each namespace in order of creation; a job that spawns has one for each child. */
	private final Map<String, Set<ConnectedSet>> byNamespace = new HashMap<>();

	public ConnectedSets(NamespaceRegistry registry, Announcer announcer) {
		this.registry = registry;
		this.announcer = announcer;
	}

	/** Adds processes that have connected. */
	void connect(List<Proc> procs) {
		Optional<ConnectedSet> known = exactly(procs, true);
		if (known.isPresent()) {
			known.get().connectAgain();
		} else {
			add(new ConnectedSet(procs, true));
		}
	}

	/** Connects a process with a job that it has spawned. */
	public void addSpawn(Proc parent, String nspace) {
		add(new ConnectedSet(List.of(parent, Proc.wildcard(nspace)), false));
	}

	private void add(ConnectedSet set) {
		for (Proc proc : set.procs()) {
			byNamespace.computeIfAbsent(proc.nspace(), name -> new LinkedHashSet<>()).add(set);
		}
	}

	private void remove(ConnectedSet set) {
		for (Proc proc : set.procs()) {
			Set<ConnectedSet> all = byNamespace.get(proc.nspace());
			if (all != null && all.remove(set) && all.isEmpty()) {
				byNamespace.remove(proc.nspace());
			}
		}
	}

	private Set<ConnectedSet> of(String nspace) {
		return byNamespace.getOrDefault(nspace, Set.of());
	}

	/** Returns the sets of the namespace with the fewest sets; only they can contain all of the processes. */
	private Set<ConnectedSet> candidates(List<Proc> procs) {
		Set<ConnectedSet> fewest = procs.isEmpty() ? Set.of() : of(procs.get(0).nspace());
		for (Proc proc : procs) { // no stream: each connect and disconnect searches several times
			Set<ConnectedSet> some = of(proc.nspace());
			fewest = some.size() < fewest.size() ? some : fewest;
		}
		return fewest;
	}

	/** @return whether the processes are connected, even as part of a larger set or under other names */
	boolean isConnected(List<Proc> procs) {
		return holding(procs).isPresent();
	}

	private Optional<ConnectedSet> holding(List<Proc> procs) {
		for (ConnectedSet each : candidates(procs)) {
			if (holds(each, procs)) {
				return Optional.of(each);
			}
		}
		return Optional.empty();
	}

	private boolean holds(ConnectedSet set, List<Proc> procs) {
		for (Proc proc : procs) {
			if (!set.covers(proc)
					&& (proc.rank().isProcess() || registry.find(proc.nspace()).filter(set::lists).isEmpty())) {
				return false;
			}
		}
		return true;
	}

	private Optional<ConnectedSet> exactly(List<Proc> procs, boolean explicit) {
		Set<Proc> all = Set.copyOf(procs);
		for (ConnectedSet each : candidates(procs)) {
			if (each.isOf(all) && (each.isExplicit() || !explicit)) {
				return Optional.of(each);
			}
		}
		return Optional.empty();
	}

	/** Disconnects processes. They stay connected if they have connected more than once. */
	void disconnect(List<Proc> procs) {
		Optional<ConnectedSet> known = exactly(procs, false);
		Optional<ConnectedSet> left = known.isPresent() ? known : holding(procs);
		if (left.isPresent() && left.get().disconnect()) {
			remove(left.get());
		}
	}

	/** Notifies the others, but not their default handlers: finalizing is not a failure, and default handlers often abort. */
	@Override
	public void processFinalized(Proc proc) {
		depart(proc, true);
	}

	/**
	 * Notifies the others; not their default handlers if the process never connected, since only the host can judge the end of a non-PMIx
	 * program.
	 */
	@Override
	public void processEnded(Proc proc) {
		depart(proc, registry.client(proc).filter(client -> !client.hasEverConnected()).isPresent());
	}

	private void depart(Proc proc, boolean orderly) {
		Set<Proc> others = new LinkedHashSet<>();
		for (ConnectedSet set : of(proc.nspace())) {
			if (set.depart(proc) && (set.isExplicit() || !orderly)) {
				others.addAll(set.procs());
			}
		}
		announcer.notifyOthers(Status.ERR_PROC_TERM_WO_SYNC, proc, others, orderly, Infos.EMPTY);
	}

	/** Drops connections that involve no other namespace, and those that a spawn has made with the namespace. */
	@Override
	public void namespaceGone(String nspace) {
		for (ConnectedSet set : List.copyOf(of(nspace))) {
			if (!set.isExplicit() || set.procs().stream().allMatch(proc -> registry.find(proc.nspace()).isEmpty())) {
				remove(set);
			} else {
				set.forget(nspace);
			}
		}
	}
}
