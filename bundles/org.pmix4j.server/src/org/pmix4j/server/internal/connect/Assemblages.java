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
import org.pmix4j.server.internal.component.Component;
import org.pmix4j.server.internal.event.Announcer;
import org.pmix4j.server.internal.registry.NamespaceRegistry;

/**
 * The sets of connected processes. If a process ends without disconnecting, the others of its assemblage and the host are told. Owned by
 * the server.
 *
 * @see "PMIx Standard, chapter Process Management, Connecting and Disconnecting Processes"
 */
public final class Assemblages implements Component {
	private final NamespaceRegistry registry;
	private final Announcer announcer;
	/** The assemblages of each namespace in the order in which they were made: a job that spawns has one for each child. */
	private final Map<String, Set<Assemblage>> byNamespace = new HashMap<>();

	public Assemblages(NamespaceRegistry registry, Announcer announcer) {
		this.registry = registry;
		this.announcer = announcer;
	}

	/** Adds processes that have connected. */
	void connect(List<Proc> procs) {
		Optional<Assemblage> known = exactly(procs, true);
		if (known.isPresent()) {
			known.get().connectAgain();
		} else {
			add(new Assemblage(procs, true));
		}
	}

	/** Connects a process with a job that it has spawned. */
	public void addSpawn(Proc parent, String nspace) {
		add(new Assemblage(List.of(parent, Proc.wildcard(nspace)), false));
	}

	private void add(Assemblage assemblage) {
		for (Proc proc : assemblage.procs()) {
			byNamespace.computeIfAbsent(proc.nspace(), name -> new LinkedHashSet<>()).add(assemblage);
		}
	}

	private void remove(Assemblage assemblage) {
		for (Proc proc : assemblage.procs()) {
			Set<Assemblage> all = byNamespace.get(proc.nspace());
			if (all != null && all.remove(assemblage) && all.isEmpty()) {
				byNamespace.remove(proc.nspace());
			}
		}
	}

	private Set<Assemblage> of(String nspace) {
		return byNamespace.getOrDefault(nspace, Set.of());
	}

	/** Returns the assemblages of that namespace of the processes which has the fewest; only they can have all of the processes. */
	private Set<Assemblage> candidates(List<Proc> procs) {
		Set<Assemblage> fewest = procs.isEmpty() ? Set.of() : of(procs.get(0).nspace());
		for (Proc proc : procs) { // no stream: each connect and disconnect looks several times
			Set<Assemblage> some = of(proc.nspace());
			fewest = some.size() < fewest.size() ? some : fewest;
		}
		return fewest;
	}

	/** @return whether the processes are connected, even as part of a larger set or under other names */
	boolean isConnected(List<Proc> procs) {
		return holding(procs).isPresent();
	}

	private Optional<Assemblage> holding(List<Proc> procs) {
		for (Assemblage each : candidates(procs)) {
			if (holds(each, procs)) {
				return Optional.of(each);
			}
		}
		return Optional.empty();
	}

	private boolean holds(Assemblage assemblage, List<Proc> procs) {
		for (Proc proc : procs) {
			if (!assemblage.covers(proc)
					&& (proc.rank().isProcess() || registry.find(proc.nspace()).filter(assemblage::lists).isEmpty())) {
				return false;
			}
		}
		return true;
	}

	private Optional<Assemblage> exactly(List<Proc> procs, boolean explicit) {
		Set<Proc> all = Set.copyOf(procs);
		for (Assemblage each : candidates(procs)) {
			if (each.isOf(all) && (each.isExplicit() || !explicit)) {
				return Optional.of(each);
			}
		}
		return Optional.empty();
	}

	/** Disconnects processes. They stay connected if they have connected more than once. */
	void disconnect(List<Proc> procs) {
		Optional<Assemblage> known = exactly(procs, false);
		Optional<Assemblage> left = known.isPresent() ? known : holding(procs);
		if (left.isPresent() && left.get().disconnect()) {
			remove(left.get());
		}
	}

	/** Tells the others quietly, because finalizing is no failure and default handlers often abort. */
	@Override
	public void processFinalized(Proc proc) {
		depart(proc, true);
	}

	/** Tells the others; quietly if the process never connected, since only the host knows what the end of a non-PMIx program means. */
	@Override
	public void processEnded(Proc proc) {
		depart(proc, registry.client(proc).filter(client -> !client.hasEverConnected()).isPresent());
	}

	private void depart(Proc proc, boolean orderly) {
		Set<Proc> others = new LinkedHashSet<>();
		for (Assemblage assemblage : of(proc.nspace())) {
			if (assemblage.depart(proc) && (assemblage.isExplicit() || !orderly)) {
				others.addAll(assemblage.procs());
			}
		}
		announcer.tell(Status.ERR_PROC_TERM_WO_SYNC, proc, others, orderly, Infos.EMPTY);
	}

	/** Drops connections that involve no other namespace, and those that a spawn has made with the namespace. */
	@Override
	public void namespaceGone(String nspace) {
		for (Assemblage assemblage : List.copyOf(of(nspace))) {
			if (!assemblage.isExplicit() || assemblage.procs().stream().allMatch(proc -> registry.find(proc.nspace()).isEmpty())) {
				remove(assemblage);
			} else {
				assemblage.forget(nspace);
			}
		}
	}
}
