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
 * Who is connected with whom: the end of one that has not disconnected before is told to the others of its assemblage, and to
 * the host. Owned by the server, on the loop.
 *
 * @see "PMIx Standard, chapter Process Management, Connecting and Disconnecting Processes"
 */
public final class Assemblages implements Component {
	/** Processes that are connected, as they were spelled; and those of them that are no more. */
	private static final class Assemblage {
		private final List<Proc> procs;
		private final boolean explicit;
		private final Set<Proc> departed = new HashSet<>();
		/** How often they have connected, so often they must disconnect. */
		private int times = 1;

		private Assemblage(List<Proc> procs, boolean explicit) {
			this.procs = procs;
			this.explicit = explicit;
		}

		private boolean holds(Proc proc) {
			return !departed.contains(proc) && procs.stream().anyMatch(member -> member.covers(proc));
		}

		/** Whoever had departed has come back: all of them have just connected. */
		private void again() {
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

	/** Processes have connected. */
	void connected(List<Proc> procs) {
		Set<Proc> all = Set.copyOf(procs);
		assemblages.stream().filter(each -> each.explicit && each.isOf(all)).findFirst().ifPresentOrElse(Assemblage::again,
				() -> assemblages.add(new Assemblage(procs, true)));
	}

	/** A process has started a job: it is connected with that without a word. */
	public void spawned(Proc parent, String nspace) {
		assemblages.add(new Assemblage(List.of(parent, Proc.wildcard(nspace)), false));
	}

	/** @return whether these have connected and not disconnected since, be it as part of more, or be they named in another way */
	boolean isConnected(List<Proc> procs) {
		return assemblages.stream().anyMatch(a -> procs.stream().allMatch(proc -> isPart(proc, a)));
	}

	private boolean isPart(Proc proc, Assemblage assemblage) {
		return assemblage.procs.stream().anyMatch(member -> member.covers(proc))
				|| !proc.rank().isProcess() && isListed(proc.nspace(), assemblage);
	}

	/** One may connect ranks one by one and disconnect the namespace, if they were all its local ones. */
	private boolean isListed(String nspace, Assemblage assemblage) {
		return registry.find(nspace).filter(namespace -> !namespace.clients().isEmpty()
				&& namespace.clients().stream().allMatch(client -> assemblage.procs.contains(client.proc()))).isPresent();
	}

	/** Processes have disconnected: one that was connected twice still is. */
	void disconnected(List<Proc> procs) {
		Set<Proc> all = Set.copyOf(procs);
		assemblages.stream().filter(each -> each.isOf(all)).findFirst()
				.or(() -> assemblages.stream().filter(each -> procs.stream().allMatch(proc -> isPart(proc, each))).findFirst())
				.ifPresent(this::disconnected);
	}

	private void disconnected(Assemblage assemblage) {
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
		depart(proc, registry.client(proc).filter(client -> !client.hasEverCome()).isPresent());
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
