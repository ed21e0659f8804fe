// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.NodeAttributes;

/**
 * The nodes of a job with their data. A node is found by its name, an alias or its number. Part of the store.
 *
 * @see "OpenPMIx src/mca/gds/hash/process_arrays.c"
 */
final class NodeStore {
	private final List<Node> nodes = new ArrayList<>();

	private static final class Node {
		private final List<String> names = new ArrayList<>();
		private OptionalInt id = OptionalInt.empty();
		private final KeyTable data = new KeyTable();
	}

	/**
	 * Adds data of a node.
	 *
	 * @throws PmixException if they contain neither the name nor the number of the node
	 */
	void file(Infos infos) throws PmixException {
		List<String> names = names(infos);
		OptionalInt id = id(infos);
		if (names.isEmpty() && id.isEmpty()) {
			throw new PmixException(Status.ERR_BAD_PARAM,
					"the data of a node have neither its name nor its number, only the keys " + infos.stream().map(Info::key).toList());
		}
		Node node = find(names, id).orElseGet(() -> {
			Node added = new Node();
			nodes.add(added);
			return added;
		});
		names.stream().filter(name -> !node.names.contains(name)).forEach(node.names::add);
		if (id.isPresent()) {
			node.id = id;
		}
		infos.forEach(info -> node.data.put(info.key(), info.value()));
	}

	/** Returns the data of the node with this number or, where a number is unknown, with this name. */
	Optional<KeyTable> find(String name, OptionalInt id) {
		return find(name.isEmpty() ? List.of() : List.of(name), id).map(node -> node.data);
	}

	private Optional<Node> find(List<String> names, OptionalInt id) {
		return nodes.stream().filter(node -> {
			if (id.isPresent() && node.id.isPresent()) {
				return id.equals(node.id);
			}
			return names.stream().anyMatch(node.names::contains);
		}).findFirst();
	}

	private static List<String> names(Infos infos) throws PmixException {
		List<String> names = new ArrayList<>();
		infos.get(NodeAttributes.HOSTNAME).ifPresent(names::add);
		infos.get(NodeAttributes.HOSTNAME_ALIASES).ifPresent(aliases -> names.addAll(List.of(aliases.split(","))));
		return names;
	}

	private static OptionalInt id(Infos infos) throws PmixException {
		return infos.get(NodeAttributes.NODEID).map(OptionalInt::of).orElseGet(OptionalInt::empty);
	}

	/** Adds a value to the node with this name. */
	void file(String name, String key, PmixValue value) throws PmixException {
		file(Infos.of(Info.of(NodeAttributes.HOSTNAME, name), Info.of(key, value)));
	}
}
