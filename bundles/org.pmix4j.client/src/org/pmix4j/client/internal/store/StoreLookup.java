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
import org.pmix4j.model.attributes.AppAttributes;
import org.pmix4j.model.attributes.KeyRealm;
import org.pmix4j.model.attributes.NodeAttributes;
import org.pmix4j.model.attributes.RealmDirectives;

/**
 * Looks up one key of a process in the tables of a namespace, in the order that the directives ask for. Used once.
 *
 * @see "OpenPMIx src/mca/gds/hash/gds_fetch.c, pmix_gds_hash_fetch"
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
	private final boolean realmGiven;

	/**
	 * @param store      of the namespace
	 * @param self       this process
	 * @param hostname   of the own node
	 * @param proc       the owner, in that namespace; rank WILDCARD for the job, UNDEF for any process that has the key
	 * @param key        the key
	 * @param directives realm, node, program, session and qualifiers
	 * @throws PmixException {@code ERR_BAD_PARAM} if a directive has the wrong type
	 */
	StoreLookup(NamespaceStore store, Proc self, String hostname, Proc proc, String key, Infos directives) throws PmixException {
		this.store = store;
		this.self = self;
		this.hostname = hostname;
		this.proc = proc;
		this.rank = proc.rank();
		this.key = key;
		this.choice = RealmDirectives.of(directives);
		this.qualifiers = new Infos(directives.stream().filter(info -> info.flags().contains(InfoDirectives.QUALIFIER)).toList());
		this.realmGiven = RealmDirectives.mentionRealm(directives);
	}

	Optional<PmixValue> find() throws PmixException {
		for (KeyTable table : tables()) {
			Optional<PmixValue> found = table.find(key, qualifiers);
			if (found.isPresent()) {
				return found;
			}
		}
		return Optional.empty();
	}

	private List<KeyTable> tables() throws PmixException {
		List<KeyTable> tables = new ArrayList<>();
		if (rank.isProcess() && !realmGiven) {
			store.knownRank(rank).ifPresent(tables::add);
		}
		switch (choice.realmOf(key)) {
			case SESSION -> addSession(tables);
			case NODE -> addNode(tables);
			case APP -> addApp(tables);
			case JOB -> addJob(tables);
		}
		return tables;
	}

	private void addSession(List<KeyTable> tables) {
		Optional<Integer> wanted = choice.session();
		if (wanted.isPresent()) {
			add(tables, Optional.ofNullable(store.sessions.get(wanted.get())));
		} else {
			tables.add(store.looseSession);
			tables.addAll(store.sessions.values());
			tables.add(store.job);
		}
	}

	private void addNode(List<KeyTable> tables) throws PmixException {
		String wanted = choice.host().orElse("");
		OptionalInt id = choice.node().map(OptionalInt::of).orElseGet(OptionalInt::empty);
		if (!wanted.isEmpty() || id.isPresent()) {
			add(tables, store.nodes.find(wanted, id));
			if (wanted.equals(hostname)) {
				tables.add(store.looseNode);
			}
			return;
		}
		boolean elsewhere = rank.isProcess() && !proc.equals(self);
		String host = elsewhere ? read(rank, NodeAttributes.HOSTNAME).orElse("") : hostname;
		if (!host.isEmpty()) {
			add(tables, store.nodes.find(host, OptionalInt.empty()));
		}
		if (host.equals(hostname)) {
			tables.add(store.looseNode);
		}
		if (!rank.isProcess()) {
			tables.add(store.job);
		}
	}

	private void addApp(List<KeyTable> tables) throws PmixException {
		Rank whose = rank.isProcess() || !proc.nspace().equals(self.nspace()) ? rank : self.rank();
		Optional<Integer> wanted = choice.app();
		int appnum = wanted.isPresent() ? wanted.get() : read(whose, AppAttributes.APPNUM).orElse(0);
		add(tables, Optional.ofNullable(store.apps.get(appnum)));
		if (wanted.isEmpty()) {
			tables.add(store.looseApp);
			tables.add(store.job);
		}
	}

	/** Adds the job for a rank, too, if the key is reserved: programs ask ranks for data of the job, such as its size. */
	private void addJob(List<KeyTable> tables) {
		if (rank.equals(Rank.UNDEF)) {
			store.allRanks().forEach(tables::add);
		}
		if (!rank.isProcess() || KeyRealm.isReserved(key)) {
			tables.add(store.job);
		}
	}

	private <T> Optional<T> read(Rank whose, Attribute<T> attribute) throws PmixException {
		Optional<PmixValue> value = store.knownRank(whose).flatMap(table -> table.find(attribute.key(), Infos.EMPTY));
		return value.isEmpty() ? Optional.empty() : Optional.of(attribute.read(value.get()));
	}

	private static void add(List<KeyTable> tables, Optional<KeyTable> table) {
		table.ifPresent(tables::add);
	}
}
