// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;

/**
 * Who is connected with whom: the end of one that has not disconnected before is told to the others of its assemblage, and to
 * the host. Owned by the server, on the loop.
 *
 * @see "PMIx Standard, chapter Process Management, Connecting and Disconnecting Processes"
 */
final class Assemblages implements Bonds {
	/** Processes that are connected, as they were spelled; and those of them that are no more. */
	private record Assemblage(List<Proc> procs, boolean explicit, Set<Proc> departed) {
		boolean holds(Proc proc) {
			return !departed.contains(proc) && procs.stream().anyMatch(member -> member.covers(proc));
		}
	}

	private final NamespaceRegistry registry;
	private final Announcer announcer;
	private final List<Assemblage> assemblages = new ArrayList<>();

	Assemblages(NamespaceRegistry registry, Announcer announcer) {
		this.registry = registry;
		this.announcer = announcer;
	}

	/** Processes have connected. */
	void connected(List<Proc> procs) {
		assemblages.add(new Assemblage(procs, true, new HashSet<>()));
	}

	/** A process has started a job: it is connected with that without a word. */
	void spawned(Proc parent, String nspace) {
		assemblages.add(new Assemblage(List.of(parent, Proc.wildcard(nspace)), false, new HashSet<>()));
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
				&& namespace.clients().stream().allMatch(client -> assemblage.procs.contains(client.proc))).isPresent();
	}

	/** Processes have disconnected: one that was connected twice still is. */
	void disconnected(List<Proc> procs) {
		for (Assemblage assemblage : assemblages) {
			if (new HashSet<>(assemblage.procs).equals(new HashSet<>(procs))) {
				assemblages.remove(assemblage);
				return;
			}
		}
		assemblages.stream().filter(a -> procs.stream().allMatch(proc -> isPart(proc, a))).findFirst().ifPresent(assemblages::remove);
	}

	/** A process has said goodbye. That is no failure, so the others hear of it only if they want to: default handlers often abort. */
	@Override
	public void left(Proc proc) {
		depart(proc, true);
	}

	/** A process has died, or the host says so. */
	@Override
	public void lost(Proc proc) {
		depart(proc, false);
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

	/** A namespace is gone: what has no other one is over. */
	@Override
	public void namespaceGone(String nspace) {
		for (Iterator<Assemblage> all = assemblages.iterator(); all.hasNext();) {
			Assemblage assemblage = all.next();
			if (assemblage.procs.stream().allMatch(proc -> registry.find(proc.nspace()).isEmpty())) {
				all.remove();
			} else {
				assemblage.departed.removeIf(proc -> proc.nspace().equals(nspace));
			}
		}
	}
}
