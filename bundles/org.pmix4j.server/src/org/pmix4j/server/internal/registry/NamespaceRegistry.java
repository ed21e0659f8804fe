// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.registry;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

import org.pmix4j.model.Infos;
import org.pmix4j.model.Proc;
import org.pmix4j.server.internal.jobinfo.JobInfo;
import org.pmix4j.server.internal.lifecycle.Component;

/** The known namespaces, and those that ended recently. Owned by the server, on its loop. */
public final class NamespaceRegistry implements Component {
	/** A rank that is killed during startup may connect shortly after its namespace was deregistered. */
	private static final int MAX_ENDED = 64;

	private final Map<String, Namespace> namespaces = new LinkedHashMap<>();
	private final Set<String> ended = new LinkedHashSet<>();
	private Infos resources = Infos.EMPTY;
	private Optional<JobInfo> common = Optional.empty();
	private long generation;

	public Optional<Namespace> find(String name) {
		return Optional.ofNullable(namespaces.get(name));
	}

	/** Returns a namespace, and adds it first if needed: a client may be registered before its namespace. */
	public Namespace findOrAdd(String name) {
		return namespaces.computeIfAbsent(name, n -> new Namespace(n, common));
	}

	/** @return the data that the host has registered for all jobs */
	public Infos resources() {
		return resources;
	}

	/**
	 * Replaces the data that the host has registered for all jobs.
	 *
	 * @param given  all of the data
	 * @param sorted the same, as job data
	 */
	public void setResources(Infos given, JobInfo sorted) {
		resources = given;
		common = given.isEmpty() ? Optional.empty() : Optional.of(sorted);
		namespaces.values().forEach(namespace -> namespace.setCommon(common));
	}

	/** @return the client of that name, in any state; empty if it is not registered */
	public Optional<Client> client(Proc proc) {
		return find(proc.nspace()).flatMap(namespace -> namespace.client(proc.rank()));
	}

	/** @return the source of a process's data; rank UNDEF stands for any process of the namespace that has a key */
	public DataLocality locality(Proc target) {
		return DataLocality.of(target, this);
	}

	public void remove(Namespace namespace) {
		namespaces.remove(namespace.name());
		if (!namespace.isAdopted()) {
			ended.add(namespace.name());
			if (ended.size() > MAX_ENDED) {
				ended.remove(ended.iterator().next());
			}
		}
	}

	/** @return whether the process was registered recently, and it or its namespace has ended */
	public boolean hasEnded(Proc proc) {
		return client(proc).filter(client -> client.state() == Client.State.ENDED).isPresent()
				|| find(proc.nspace()).isEmpty() && ended.contains(proc.nspace());
	}

	public Collection<Namespace> all() {
		return namespaces.values();
	}

	/** Invalidates everything that was derived from the registry. */
	public void changed() {
		generation++;
	}

	/** @return a number that is different after each change */
	public long generation() {
		return generation;
	}

	@Override
	public void dump(StringBuilder out) {
		namespaces.values().forEach(namespace -> namespace.dump(out));
	}
}
