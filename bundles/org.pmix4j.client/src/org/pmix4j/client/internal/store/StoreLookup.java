// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.store;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.InfoDirectives;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Scope;
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.KeyRealm;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.RealmDirectives;

/**
 * Looks up one key in the tables of a namespace: first finds the subject, which the directives, the key and the process determine, and
 * then its value. Used once.
 *
 * @see "OpenPMIx src/client/pmix_client_get.c, get_data; src/mca/gds/hash/gds_fetch.c, pmix_gds_hash_fetch"
 */
final class StoreLookup {
	private final NamespaceStore store;
	private final Proc self;
	private final String hostname;
	private final Proc proc;
	private final Rank rank;
	private final String key;
	private final RealmDirectives choice;
	private final Infos qualifiers;
	private final Scope scope;

	/**
	 * @param store      of the namespace
	 * @param self       this process
	 * @param hostname   of this node
	 * @param proc       the owner, in that namespace; rank WILDCARD for the job, UNDEF for any process that has the key
	 * @param key        the key
	 * @param directives realm, node, program, session and qualifiers
	 * @param scope      of the put; UNDEF for any
	 * @throws PmixException {@code ERR_BAD_PARAM} if a directive has the wrong type
	 */
	StoreLookup(NamespaceStore store, Proc self, String hostname, Proc proc, String key, Infos directives, Scope scope)
			throws PmixException {
		this.store = store;
		this.self = self;
		this.hostname = hostname;
		this.proc = proc;
		this.rank = proc.rank();
		this.key = key;
		this.choice = RealmDirectives.of(directives);
		this.qualifiers = new Infos(directives.stream().filter(info -> info.flags().contains(InfoDirectives.QUALIFIER)).toList());
		this.scope = scope;
	}

	/** Returns whether the value is one of the node or program of a process that the store does not know. */
	boolean isAboutUnknownProcess() {
		KeyRealm realm = choice.realmOf(key);
		return (realm == KeyRealm.NODE || realm == KeyRealm.APP) && !choice.namesInstance() && rank.isProcess()
				&& store.knownRank(rank).isEmpty();
	}

	/** Returns the value of the subject that the directives name. */
	Optional<PmixValue> find() throws PmixException {
		return switch (choice.realmOf(key)) {
			case SESSION -> first(sessions());
			case NODE -> ofNode();
			case APP -> ofApp();
			case JOB -> plain();
		};
	}

	private List<KeyTable> sessions() {
		List<KeyTable> tables = new ArrayList<>();
		Optional<Integer> wanted = choice.session();
		if (wanted.isPresent()) {
			add(tables, Optional.ofNullable(store.sessions.get(wanted.get())));
		} else {
			tables.addAll(store.sessions.values());
			tables.add(store.looseSession);
		}
		return tables;
	}

	/** Searches the named node, the node of the named process, or this node. Name and number of a node are also stored with processes. */
	private Optional<PmixValue> ofNode() throws PmixException {
		String host = choice.host().orElse("");
		OptionalInt id = choice.node().map(OptionalInt::of).orElseGet(OptionalInt::empty);
		boolean named = !host.isEmpty() || id.isPresent();
		if (!named) {
			Optional<PmixValue> given = rank.isProcess() && isNameOrNumber() ? first(store.knownRank(rank).stream().toList()) : Optional.empty();
			if (given.isPresent()) {
				return given;
			}
			host = rank.isProcess() && !proc.equals(self) ? read(rank, NodeAttributes.HOSTNAME).orElse("") : hostname;
		}
		return first(node(host, id));
	}

	private boolean isNameOrNumber() {
		return key.equals(NodeAttributes.HOSTNAME.key()) || key.equals(NodeAttributes.NODEID.key());
	}

	private List<KeyTable> node(String host, OptionalInt id) {
		List<KeyTable> tables = new ArrayList<>();
		if (!host.isEmpty() || id.isPresent()) {
			add(tables, store.nodes.find(host, id));
		}
		if (host.equals(hostname)) {
			tables.add(store.looseNode);
		}
		return tables;
	}

	/**
	 * Searches the program with the number in the directives, the named process's, or this process's. Old servers send the data of a numbered
	 * program with the job's.
	 */
	private Optional<PmixValue> ofApp() throws PmixException {
		Optional<Integer> wanted = choice.app();
		if (wanted.isEmpty()) {
			wanted = read(rank.isProcess() ? rank : self.rank(), AppAttributes.APPNUM);
		}
		if (wanted.isEmpty() && rank.isProcess()) {
			return Optional.empty();
		}
		Optional<PmixValue> found = first(app(wanted));
		boolean ofJob = found.isEmpty() && choice.app().isPresent() && rank.equals(Rank.WILDCARD);
		return ofJob ? first(List.of(store.job)) : found;
	}

	private List<KeyTable> app(Optional<Integer> number) {
		List<KeyTable> tables = new ArrayList<>();
		add(tables, Optional.ofNullable(store.apps.get(number.orElse(0))));
		if (store.apps.size() <= 1 && number.orElse(0) == 0) {
			tables.add(store.looseApp);
		}
		return tables;
	}

	/**
	 * Searches the data of the named process, of any process, or of the job. Programs also request data of the job, such as its size, from
	 * processes. A reserved key of a job may belong to its session, this node or this program.
	 */
	private Optional<PmixValue> plain() throws PmixException {
		if (KeyRealm.of(key) == KeyRealm.SESSION) {
			return first(sessions());
		}
		if (rank.isProcess()) {
			Optional<PmixValue> own = first(ranks());
			return own.isEmpty() && KeyRealm.isReserved(key) ? first(List.of(store.job)) : own;
		}
		Optional<PmixValue> found = switch (KeyRealm.of(key)) {
			case NODE -> first(node(hostname, OptionalInt.empty()));
			case APP -> first(app(read(self.rank(), AppAttributes.APPNUM)));
			default -> Optional.empty();
		};
		if (found.isPresent()) {
			return found;
		}
		return first(rank.equals(Rank.WILDCARD) ? List.of(store.job) : ranks());
	}

	/** Looks at the data of a process. Data of other processes have no scope here, and are found without one only. */
	private Iterable<KeyTable> ranks() {
		if (scope.equals(Scope.LOCAL) || scope.equals(Scope.REMOTE)) {
			boolean own = proc.equals(self) || rank.equals(Rank.UNDEF);
			return own ? List.of(store.ownPuts(scope)) : List.of();
		}
		return rank.equals(Rank.UNDEF) ? store.allRanks() : store.knownRank(rank).map(List::of).orElse(List.of());
	}

	private Optional<PmixValue> first(Iterable<KeyTable> tables) {
		for (KeyTable table : tables) {
			Optional<PmixValue> found = table.find(key, qualifiers);
			if (found.isPresent()) {
				return found;
			}
		}
		return Optional.empty();
	}

	private <T> Optional<T> read(Rank whose, Attribute<T> attribute) throws PmixException {
		Optional<PmixValue> value = store.knownRank(whose).flatMap(table -> table.find(attribute.key(), Infos.EMPTY));
		return value.isEmpty() ? Optional.empty() : Optional.of(attribute.read(value.get()));
	}

	private static void add(List<KeyTable> tables, Optional<KeyTable> table) {
		table.ifPresent(tables::add);
	}
}
