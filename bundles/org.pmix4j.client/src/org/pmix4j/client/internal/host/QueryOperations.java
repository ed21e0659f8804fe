// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.internal.host;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

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

/**
 * Answers queries from job information, and passes on those that it does not answer. Owned by a session, on its loop.
 *
 * @see "OpenPMIx src/common/pmix_query.c, pmix_parse_localquery"
 */
public final class QueryOperations {
	/** OpenPMIx 4.2 to 6.1 promises no version of the binary interface. */
	private static final PmixValue NO_ABI = new PmixValue.Str("0.0");

	private final SessionStore store;
	private final Proc self;
	private final ControlOperations control;

	/**
	 * @param store   holds job information
	 * @param self    this process
	 * @param control sends queries
	 */
	public QueryOperations(SessionStore store, Proc self, ControlOperations control) {
		this.store = store;
		this.self = self;
		this.control = control;
	}

	CompletableFuture<Infos> query(List<Query> queries) {
		List<Info> answers = new ArrayList<>();
		List<Query> open = new ArrayList<>();
		try {
			for (Query query : queries) {
				List<String> unknown = answer(query, answers);
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
		Infos known = new Infos(answers);
		if (open.isEmpty()) {
			return CompletableFuture.completedFuture(known);
		}
		CompletableFuture<Infos> told = control.query(open);
		return answers.isEmpty() ? told : told.handle((more, failure) -> failure == null ? known.concat(more.list()) : known);
	}

	/** Adds the answers that are known here. Returns the keys of the query that are not. */
	private List<String> answer(Query query, List<Info> answers) throws PmixException {
		Optional<Proc> subject = query.qualifiers().isTrue(QueryAttributes.QUERY_REFRESH_CACHE) ? Optional.empty() : subject(query.qualifiers());
		List<String> unknown = new ArrayList<>();
		for (String key : query.keys()) {
			Optional<PmixValue> value = isAbiVersion(key) ? Optional.of(NO_ABI) : Optional.empty();
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

	private static boolean isAbiVersion(String key) {
		return key.equals(QueryAttributes.QUERY_STABLE_ABI_VERSION.key()) || key.equals(QueryAttributes.QUERY_PROVISIONAL_ABI_VERSION.key());
	}

	/** Returns the process or job that a query is about; empty if it does not say, in which case only the server can know. */
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
