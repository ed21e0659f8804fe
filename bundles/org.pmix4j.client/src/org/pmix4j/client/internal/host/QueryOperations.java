// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.internal.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.internal.connection.LibraryVersion;
import org.pmix4j.client.internal.control.ControlOperations;
import org.pmix4j.client.internal.store.SessionStore;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.model.Rank;
import org.pmix4j.model.Scope;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.wire.internal.loop.EventLoop;

/**
 * Answers queries from job information and local data, and forwards the others to the server. Owned by a session, on its loop.
 *
 * @see "OpenPMIx src/common/pmix_query.c, pmix_parse_localquery"
 */
public final class QueryOperations {
	private final EventLoop loop;
	private final LocalAnswers local;
	private final SessionStore store;
	private final Proc self;
	private final ControlOperations control;

	/**
	 * @param loop    the loop
	 * @param local   answers that need no server
	 * @param store   holds job information
	 * @param self    this process
	 * @param control sends queries
	 */
	public QueryOperations(EventLoop loop, LocalAnswers local, SessionStore store, Proc self, ControlOperations control) {
		this.loop = loop;
		this.local = local;
		this.store = store;
		this.self = self;
		this.control = control;
	}

	/**
	 * Queries information.
	 *
	 * @param queries the queries
	 * @return the answers, possibly not to all keys; fails with the status of the server if there is none
	 */
	public CompletableFuture<Infos> query(List<Query> queries) {
		assert loop.inLoop();
		List<Info> answers = new ArrayList<>();
		List<Query> open = new ArrayList<>();
		try {
			for (Query query : queries) {
				List<String> unknown = answer(query, answers);
				if (unknown.remove(QueryAttributes.QUERY_ATTRIBUTE_SUPPORT.key())) {
					Infos left = local.support(query.qualifiers(), answers);
					if (!left.isEmpty()) {
						open.add(new Query(List.of(QueryAttributes.QUERY_ATTRIBUTE_SUPPORT.key()), left));
					}
				}
				unknown.remove(QueryAttributes.QUERY_AVAIL_SERVERS.key());
				if (!unknown.isEmpty()) {
					open.add(new Query(unknown, query.qualifiers()));
				}
			}
		} catch (PmixException malformed) {
			return CompletableFuture.failedFuture(malformed);
		}
		if (queries.isEmpty()) {
			return CompletableFuture.failedFuture(new PmixException(Status.ERR_BAD_PARAM, "query without a key"));
		}
		if (queries.stream().noneMatch(query -> query.keys().contains(QueryAttributes.QUERY_AVAIL_SERVERS.key()))) {
			return complete(answers, open);
		}
		return servers().thenCompose(servers -> {
			answers.addAll(servers);
			return complete(answers, open);
		});
	}

	private CompletableFuture<Infos> complete(List<Info> answers, List<Query> open) {
		Infos known = new Infos(answers);
		if (open.isEmpty()) {
			return answers.isEmpty()
					? CompletableFuture.failedFuture(new PmixException(Status.ERR_NOT_FOUND, "nothing on this node answers the query"))
					: CompletableFuture.completedFuture(known);
		}
		CompletableFuture<Infos> answered = control.query(open);
		return answers.isEmpty() ? answered : answered.handle((more, failure) -> failure == null ? known.concat(more.list()) : known);
	}

	/** Returns the servers on this node, completed on the loop. */
	private CompletableFuture<List<Info>> servers() {
		return CompletableFuture.supplyAsync(local::servers, Thread::startVirtualThread).whenCompleteAsync((found, failure) -> {
		}, loop::execute);
	}

	/** Adds the answers that are known here. Returns the keys of the query that are not. */
	private List<String> answer(Query query, List<Info> answers) throws PmixException {
		Optional<Proc> subject = query.qualifiers().isTrue(QueryAttributes.QUERY_REFRESH_CACHE) ? Optional.empty() : subject(query.qualifiers());
		List<String> unknown = new ArrayList<>();
		for (String key : query.keys()) {
			Optional<PmixValue> value = LibraryVersion.answer(key);
			if (value.isEmpty() && subject.isPresent()) {
				value = store.find(subject.get(), key, query.qualifiers(), Scope.UNDEF);
			}
			if (value.isPresent()) {
				answers.add(Info.of(key, value.get()));
			} else {
				unknown.add(key);
			}
		}
		return unknown;
	}

	/** Returns the process or job that a query names; empty if it names none, so that only the server can answer. */
	private Optional<Proc> subject(Infos qualifiers) throws PmixException {
		Optional<Proc> proc = qualifiers.get(ProcAttributes.PROCID);
		if (proc.isPresent()) {
			return proc;
		}
		Optional<String> nspace = qualifiers.get(JobAttributes.NSPACE);
		Optional<Rank> rank = qualifiers.get(ProcAttributes.RANK);
		return nspace.isEmpty() && rank.isEmpty() ? Optional.empty()
				: Optional.of(new Proc(nspace.orElse(self.nspace()), rank.orElse(Rank.WILDCARD)));
	}
}
