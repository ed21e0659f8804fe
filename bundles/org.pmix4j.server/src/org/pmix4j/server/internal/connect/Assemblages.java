// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.connect;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
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
	/** Connected processes as they were named, and those of them that have ended. */
	private static final class Assemblage {
		private final List<Proc> procs;
		private final boolean explicit;
		private final Set<Proc> departed = new HashSet<>();
		/** The number of times that they have connected, and must disconnect. */
		private int times = 1;

		private Assemblage(List<Proc> procs, boolean explicit) {
			this.procs = procs;
			this.explicit = explicit;
		}

		private boolean holds(Proc proc) {
			return !departed.contains(proc) && procs.stream().anyMatch(member -> member.covers(proc));
		}

		/** Counts one more connect. All processes took part in it, so those that had departed are back. */
		private void connectAgain() {
			times++;
			departed.clear();
		}

		private boolean isOf(Set<Proc> others) {
			return procs.size() == others.size() && others.containsAll(procs);
		}
	}

	private final NamespaceRegistry registry;
	private final Announcer announcer;
	private final List<Assemblage> assemblages = new ArrayList<>();

	public Assemblages(NamespaceRegistry registry, Announcer announcer) {
		this.registry = registry;
		this.announcer = announcer;
	}

	/** Adds processes that have connected. */
	void connect(List<Proc> procs) {
		Set<Proc> all = Set.copyOf(procs);
		assemblages.stream().filter(each -> each.explicit && each.isOf(all)).findFirst().ifPresentOrElse(Assemblage::connectAgain,
				() -> assemblages.add(new Assemblage(procs, true)));
	}

	/** Connects a process with a job that it has spawned. */
	public void addSpawn(Proc parent, String nspace) {
		assemblages.add(new Assemblage(List.of(parent, Proc.wildcard(nspace)), false));
	}

	/** @return whether the processes are connected, even as part of a larger set or under other names */
	boolean isConnected(List<Proc> procs) {
		return assemblages.stream().anyMatch(a -> procs.stream().allMatch(proc -> isPart(proc, a)));
	}

	private boolean isPart(Proc proc, Assemblage assemblage) {
		return assemblage.procs.stream().anyMatch(member -> member.covers(proc))
				|| !proc.rank().isProcess() && isListed(proc.nspace(), assemblage);
	}

	/** Returns whether all local ranks of a namespace are listed one by one: they may disconnect as the namespace. */
	private boolean isListed(String nspace, Assemblage assemblage) {
		return registry.find(nspace).filter(namespace -> !namespace.clients().isEmpty()
				&& namespace.clients().stream().allMatch(client -> assemblage.procs.contains(client.proc()))).isPresent();
	}

	/** Disconnects processes. They stay connected if they have connected more than once. */
	void disconnect(List<Proc> procs) {
		Set<Proc> all = Set.copyOf(procs);
		assemblages.stream().filter(each -> each.isOf(all)).findFirst()
				.or(() -> assemblages.stream().filter(each -> procs.stream().allMatch(proc -> isPart(proc, each))).findFirst())
				.ifPresent(this::disconnect);
	}

	private void disconnect(Assemblage assemblage) {
		if (--assemblage.times == 0) {
			assemblages.remove(assemblage);
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
		for (Assemblage assemblage : assemblages) {
			if (assemblage.holds(proc)) {
				assemblage.departed.add(proc);
				if (assemblage.explicit || !orderly) {
					others.addAll(assemblage.procs);
				}
			}
		}
		announcer.tell(Status.ERR_PROC_TERM_WO_SYNC, proc, others, orderly, Infos.EMPTY);
	}

	/** Drops connections that involve no other namespace, and those that a spawn has made with the namespace. */
	@Override
	public void namespaceGone(String nspace) {
		assemblages.removeIf(assemblage -> isOver(assemblage, nspace));
		assemblages.forEach(assemblage -> assemblage.departed.removeIf(proc -> proc.nspace().equals(nspace)));
	}

	private boolean isOver(Assemblage assemblage, String nspace) {
		return !assemblage.explicit && assemblage.procs.stream().anyMatch(proc -> proc.nspace().equals(nspace))
				|| assemblage.procs.stream().allMatch(proc -> registry.find(proc.nspace()).isEmpty());
	}
}
