// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.jobinfo;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.PmixValue;
import org.pmix4j.model.attributes.NodeAttributes;

/** Data of the nodes of a job, in the order of registration; finds a node by host name, alias, or number. Owned by its {@link JobInfo}. */
final class NodeTable {
	private final Map<String, Map<String, PmixValue>> nodes = new LinkedHashMap<>();
	/** Host names by alias. May name a node that lost the alias. */
	private final Map<String, String> aliases = new HashMap<>();
	/** Host names by number of the node. May name a node that lost the number. */
	private final Map<Integer, String> ids = new HashMap<>();

	/** @return the data of each node, by host name */
	Map<String, Map<String, PmixValue>> all() {
		return nodes;
	}

	/** @return the name under which a node is kept, which may be registered under an alias; the given name of an unknown node */
	String host(String name) {
		if (nodes.containsKey(name)) {
			return name;
		}
		String other = aliases.get(name);
		return other != null && isAlias(nodes.getOrDefault(other, Map.of()), name) ? other : name;
	}

	private static boolean isAlias(Map<String, PmixValue> node, String name) {
		for (String alias : aliases(node)) {
			if (alias.equals(name)) {
				return true;
			}
		}
		return false;
	}

	private static List<String> aliases(Map<String, PmixValue> node) {
		return node.get(NodeAttributes.HOSTNAME_ALIASES.key()) instanceof PmixValue.Str aliases
				? List.of(aliases.value().split(","))
				: List.of();
	}

	/** @return the node with a number; empty if it is unknown */
	Optional<String> withId(int id) {
		String host = ids.get(id);
		return host != null && id(host).filter(known -> known == id).isPresent() ? Optional.of(host) : Optional.empty();
	}

	private Optional<Integer> id(String host) {
		PmixValue value = nodes.getOrDefault(host, Map.of()).get(NodeAttributes.NODEID.key());
		return value == null ? Optional.empty() : NodeAttributes.NODEID.type().fromValue(value);
	}

	/** Returns the changeable data of a node of that name or alias, and adds it if it is unknown. Call {@link #changed} afterwards. */
	Map<String, PmixValue> get(String name) {
		Map<String, PmixValue> node = nodes.computeIfAbsent(host(name), n -> new LinkedHashMap<>());
		node.putIfAbsent(NodeAttributes.HOSTNAME.key(), new PmixValue.Str(name));
		return node;
	}

	/** Finds a node by the aliases and the number that it has now. */
	void changed(String name) {
		String host = host(name);
		for (String alias : aliases(nodes.getOrDefault(host, Map.of()))) {
			aliases.putIfAbsent(alias, host);
		}
		id(host).ifPresent(id -> ids.putIfAbsent(id, host));
	}

	/** Adds data, which take precedence over those that the node has, and are not changed. */
	void add(String name, Map<String, PmixValue> values) {
		String host = host(name);
		Map<String, PmixValue> before = nodes.getOrDefault(host, Map.of());
		if (before.isEmpty()) {
			nodes.put(host, values);
		} else {
			Map<String, PmixValue> both = new LinkedHashMap<>(before);
			both.putAll(values);
			nodes.put(host, both);
		}
		changed(host);
	}

	/** Adds all data of another table. */
	void addAll(NodeTable others) {
		others.nodes.forEach(this::add);
	}
}
