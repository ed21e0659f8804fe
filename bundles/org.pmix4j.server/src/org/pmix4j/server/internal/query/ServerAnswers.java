// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.query;

import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.LibraryAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.model.attributes.ToolAttributes;
import org.pmix4j.wire.internal.handshake.PeerVersion;

/**
 * Answers queries from the server's own data. Owned by the server, on its loop.
 *
 * @see "OpenPMIx src/common/pmix_query.c, pmix_parse_localquery"
 */
public final class ServerAnswers {
	/** The stable and the provisional interface of the Standard that this server has, as OpenPMIx 5; release 4.2 promises none. */
	private static final String INTERFACE = "5.0";
	/** Function for which the host registers the queries it supports. */
	private static final String QUERY = "PMIx_Query_info";
	private static final List<Attribute<?>> KEYS = List.of(QueryAttributes.QUERY_SUPPORTED_KEYS,
			QueryAttributes.QUERY_ATTRIBUTE_SUPPORT, QueryAttributes.QUERY_NAMESPACES,
			QueryAttributes.QUERY_STABLE_ABI_VERSION, QueryAttributes.QUERY_PROVISIONAL_ABI_VERSION, QueryAttributes.QUERY_RESOLVE_PEERS,
			QueryAttributes.QUERY_RESOLVE_NODE, ToolAttributes.SERVER_URI, LibraryAttributes.PROC_URI,
			GroupAttributes.QUERY_NUM_PSETS, GroupAttributes.QUERY_PSET_NAMES,
			GroupAttributes.QUERY_PSET_MEMBERSHIP, GroupAttributes.QUERY_NUM_GROUPS, GroupAttributes.QUERY_GROUP_NAMES,
			GroupAttributes.QUERY_GROUP_MEMBERSHIP);
	private static final List<Attribute<?>> QUALIFIERS = List.of(JobAttributes.NSPACE, ProcAttributes.PROCID, ProcAttributes.RANK);

	private final ServerFacts facts;
	private final AttributeSupport support;
	private Optional<String> uri = Optional.empty();

	/**
	 * @param facts   data of the server
	 * @param support attributes that server and host honor
	 */
	public ServerAnswers(ServerFacts facts, AttributeSupport support) {
		this.facts = facts;
		this.support = support;
	}

	void listening(String address) {
		uri = Optional.of(address);
	}

	/**
	 * Answers keys for which the host need not be asked.
	 *
	 * @param inquiry the query
	 * @param version release of the peer
	 * @throws PmixException if the query is invalid
	 */
	public void before(Inquiry inquiry, PeerVersion version) throws PmixException {
		SetAnswers sets = new SetAnswers(facts);
		inquiry.ask((key, qualifiers, subject) -> first(key, qualifiers, subject, version, sets));
	}

	/**
	 * Answers keys that the host has left open.
	 *
	 * @param inquiry the query
	 * @throws PmixException if the query is invalid
	 */
	public void after(Inquiry inquiry) throws PmixException {
		inquiry.ask((key, qualifiers, subject) -> key.equals(QueryAttributes.QUERY_NAMESPACES.key())
				? List.of(Info.of(QueryAttributes.QUERY_NAMESPACES, String.join(",", facts.namespaces())))
				: find(subject, key));
	}

	private List<Info> first(String key, Infos qualifiers, QuerySubject subject, PeerVersion version, SetAnswers sets)
			throws PmixException {
		if (key.equals(QueryAttributes.QUERY_STABLE_ABI_VERSION.key()) || key.equals(QueryAttributes.QUERY_PROVISIONAL_ABI_VERSION.key())) {
			return List.of(Info.of(Attribute.of(key, QueryAttributes.QUERY_STABLE_ABI_VERSION.type()), INTERFACE));
		} else if (key.equals(QueryAttributes.QUERY_ATTRIBUTE_SUPPORT.key())) {
			return support.answer(qualifiers, version);
		} else if (key.equals(QueryAttributes.QUERY_SUPPORTED_KEYS.key())) {
			return List.of(Info.of(QueryAttributes.QUERY_SUPPORTED_KEYS, supportedKeys()));
		} else if (key.equals(QueryAttributes.QUERY_RESOLVE_PEERS.key())) {
			List<Proc> peers = facts.peers(subject.hostname().orElse(""), subject.proc().nspace());
			return peers.isEmpty() ? List.of() : List.of(Info.of(QueryAttributes.QUERY_RESOLVE_PEERS, DataArray.ofProcs(peers)));
		} else if (key.equals(QueryAttributes.QUERY_RESOLVE_NODE.key())) {
			List<String> nodes = facts.nodes(subject.proc().nspace());
			return nodes.isEmpty() ? List.of() : List.of(Info.of(QueryAttributes.QUERY_RESOLVE_NODE, String.join(",", nodes)));
		}
		if (key.equals(ToolAttributes.SERVER_URI.key()) || key.equals(LibraryAttributes.PROC_URI.key())) {
			return address(key, subject);
		}
		List<Info> found = sets.answer(key, qualifiers, subject);
		return found.isEmpty() && !subject.refresh() ? find(subject, key) : found;
	}

	/** Returns this server's address; servers of other nodes are known to the host only. */
	private List<Info> address(String key, QuerySubject subject) {
		boolean isHere = subject.hostname().map(name -> name.equals(facts.hostname())).orElse(true);
		return isHere ? uri.map(address -> List.of(Info.of(key, new PmixValue.Str(address)))).orElse(List.of()) : List.of();
	}

	private String supportedKeys() {
		return Stream.concat(KEYS.stream(), support.ofHost(QUERY).stream()).filter(key -> !QUALIFIERS.contains(key)).map(Attribute::key)
				.collect(Collectors.toCollection(TreeSet::new)).stream().collect(Collectors.joining(","));
	}

	private List<Info> find(QuerySubject subject, String key) {
		return facts.find(subject, key).map(value -> List.of(Info.of(key, value))).orElse(List.of());
	}
}
