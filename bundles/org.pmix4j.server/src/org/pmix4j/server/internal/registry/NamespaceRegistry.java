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
import org.pmix4j.server.internal.component.Component;
import org.pmix4j.server.internal.jobinfo.JobInfo;

/** The namespaces that the server knows. On the loop. */
public final class NamespaceRegistry implements Component {
	/** Who is killed while it starts may knock when its job is forgotten already, but not much later. */
	private static final int MOST_ENDED = 64;

	private final Map<String, Namespace> namespaces = new LinkedHashMap<>();
	private final Set<String> ended = new LinkedHashSet<>();
	private Infos resources = Infos.EMPTY;
	private Optional<JobInfo> common = Optional.empty();
	private long generation;

	public Optional<Namespace> find(String name) {
		return Optional.ofNullable(namespaces.get(name));
	}

	/** A client may be registered before its namespace, so either call makes it. */
	public Namespace findOrAdd(String name) {
		return namespaces.computeIfAbsent(name, n -> new Namespace(n, common));
	}

	/** @return what the host tells of all jobs */
	public Infos resources() {
		return resources;
	}

	/**
	 * @param told   what the host tells of all jobs, from now on
	 * @param sorted the same, sorted
	 */
	public void setResources(Infos told, JobInfo sorted) {
		resources = told;
		common = told.isEmpty() ? Optional.empty() : Optional.of(sorted);
		namespaces.values().forEach(namespace -> namespace.setCommon(common));
	}

	/** @return the process, if it was registered here and whatever became of it */
	public Optional<Client> client(Proc proc) {
		return find(proc.nspace()).flatMap(namespace -> namespace.client(proc.rank()));
	}

	/** @return where the data of a process come from; rank UNDEF stands for any process of the namespace that has a key */
	public Locality locality(Proc target) {
		return Locality.of(target, this);
	}

	public void remove(Namespace namespace) {
		namespaces.remove(namespace.name());
		if (!namespace.isAdopted()) {
			ended.add(namespace.name());
			if (ended.size() > MOST_ENDED) {
				ended.remove(ended.iterator().next());
			}
		}
	}

	/** @return whether it was registered, not long ago, and has ended or its namespace has */
	public boolean hasEnded(Proc proc) {
		return client(proc).filter(client -> client.state() == Client.State.ENDED).isPresent()
				|| find(proc.nspace()).isEmpty() && ended.contains(proc.nspace());
	}

	public Collection<Namespace> all() {
		return namespaces.values();
	}

	/** Somebody came, died or was forgotten: what was derived from the registry must be derived anew. */
	public void changed() {
		generation++;
	}

	/** @return another number after each change */
	public long generation() {
		return generation;
	}

	@Override
	public void dump(StringBuilder out) {
		namespaces.values().forEach(namespace -> namespace.dump(out));
	}
}
