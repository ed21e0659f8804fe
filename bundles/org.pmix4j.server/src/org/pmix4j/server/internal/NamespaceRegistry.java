// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.Proc;

/** The namespaces that the server knows. On the loop. */
final class NamespaceRegistry {
	private final Map<String, Namespace> namespaces = new LinkedHashMap<>();
	private long generation;

	Optional<Namespace> find(String name) {
		return Optional.ofNullable(namespaces.get(name));
	}

	/** A client may be registered before its namespace, so either call makes it. */
	Namespace findOrAdd(String name) {
		return namespaces.computeIfAbsent(name, Namespace::new);
	}

	/** @return the process, if it was registered here and whatever became of it */
	Optional<Client> client(Proc proc) {
		return find(proc.nspace()).flatMap(namespace -> namespace.client(proc.rank()));
	}

	void remove(Namespace namespace) {
		namespaces.remove(namespace.name);
	}

	Collection<Namespace> all() {
		return namespaces.values();
	}

	/** Somebody came, died or was forgotten: what was derived from the registry must be derived anew. */
	void changed() {
		generation++;
	}

	/** @return another number after each change */
	long generation() {
		return generation;
	}
}
