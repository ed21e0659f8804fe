// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.query;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.model.Attribute;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.KeyRealm;
import org.pmix4j.model.attributes.KnownAttributes;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.wire.internal.handshake.PeerVersion;

/**
 * One query request in progress: collects answers of the server, of the host for the remaining keys, and the server's defaults. On the
 * loop.
 *
 * @see "PMIx Standard, chapter Job Management and Reporting, PMIx_Query_info; OpenPMIx src/common/pmix_query.c of 6.x, which queries each
 *      key, where 4.x answers all keys of a request or none"
 */
public final class Inquiry {
	/** Limit on the keys of one request, which would otherwise make the server repeat long answers without end. */
	private static final int MOST_KEYS = 1 << 12;
	/** Limit on the size of all answers, about one for each number and character. */
	private static final long MOST_ANSWERED = 1 << 20;

	/** One key of one query. */
	private static final class Question {
		private final Query query;
		private final QuerySubject subject;
		/** The key in the spelling of server and host. */
		private final String key;
		/** The key in the spelling of the requester, which the answer has, too. */
		private final String asked;
		private boolean answered;

		Question(Query query, QuerySubject subject, String asked) {
			this.query = query;
			this.subject = subject;
			this.asked = asked;
			key = KnownAttributes.byKey(asked).map(Attribute::key).orElse(asked);
		}

		private boolean isOfItsRealm() {
			return subject.realm().filter(named -> named.realm() == KeyRealm.of(key)).isPresent() && KeyRealm.of(key) != KeyRealm.JOB;
		}

		private Info inSpelling(Info info) {
			return info.key().equals(key) && !asked.equals(key) ? new Info(asked, info.value(), info.flags()) : info;
		}
	}

	private final List<Question> questions = new ArrayList<>();
	private final List<Info> answers = new ArrayList<>();
	private long answered;
	private Status refusal = Status.ERR_NOT_FOUND;

	/**
	 * @param queries the request
	 * @param asker   the requesting process
	 * @throws PmixException BAD_PARAM if it has no key, or a qualifier is of the wrong type; OUT_OF_RESOURCE if it has too many keys
	 */
	public Inquiry(List<Query> queries, Proc asker) throws PmixException {
		for (Query query : queries) {
			if (questions.size() + query.keys().size() > MOST_KEYS) {
				throw new PmixException(Status.ERR_OUT_OF_RESOURCE, "a query may have at most " + MOST_KEYS + " keys");
			}
			QuerySubject subject = QuerySubject.of(query.qualifiers(), asker);
			query.keys().forEach(key -> questions.add(new Question(query, subject, key)));
		}
		if (questions.isEmpty()) {
			throw new PmixException(Status.ERR_BAD_PARAM, "the query of " + asker + " has no key");
		}
	}

	/**
	 * Lets a source answer open questions.
	 *
	 * @throws PmixException if a question is invalid, or OUT_OF_RESOURCE if the answers are too long
	 */
	void ask(Source source) throws PmixException {
		for (Question question : questions) {
			if (!question.answered) {
				List<Info> found = source.answer(question.key, question.query.qualifiers(), question.subject);
				question.answered = !found.isEmpty();
				add(found.stream().map(question::inSpelling).toList());
			}
		}
	}

	/** @return whether all questions are answered */
	public boolean isAnswered() {
		return questions.stream().allMatch(question -> question.answered);
	}

	/** @return the original queries without answered keys */
	public List<Query> open() {
		List<Query> open = new ArrayList<>();
		List<Question> left = questions.stream().filter(question -> !question.answered).toList();
		for (int from = 0; from < left.size();) {
			Query query = left.get(from).query;
			List<String> keys = new ArrayList<>();
			while (from < left.size() && left.get(from).query == query) {
				keys.add(left.get(from++).key);
			}
			open.add(new Query(keys, query.qualifiers()));
		}
		return open;
	}

	/**
	 * Adds the host's answers. A container of results answers all questions, since it labels them in its own way.
	 *
	 * @param infos the answers
	 * @throws PmixException OUT_OF_RESOURCE if they are too long
	 */
	public void addHostAnswers(Infos infos) throws PmixException {
		List<Info> found = new ArrayList<>();
		Map<String, Deque<Question>> open = new HashMap<>();
		questions.stream().filter(question -> !question.answered)
				.forEach(question -> open.computeIfAbsent(question.key, key -> new ArrayDeque<>()).add(question));
		for (Info info : infos) {
			if (info.key().equals(QueryAttributes.QUERY_RESULTS.key())) {
				questions.forEach(question -> question.answered = true);
				found.add(info);
			} else {
				Question first = open.getOrDefault(info.key(), new ArrayDeque<>()).poll();
				if (first != null) {
					first.answered = true;
				}
				found.add(first == null ? info : first.inSpelling(info));
			}
		}
		add(found);
	}

	private void add(List<Info> found) throws PmixException {
		for (Info info : found) {
			answered += size(info);
		}
		if (answered > MOST_ANSWERED) {
			throw new PmixException(Status.ERR_OUT_OF_RESOURCE, "the answers to one query are limited to " + MOST_ANSWERED
					+ " numbers and characters");
		}
		answers.addAll(found);
	}

	private static long size(PmixValue value) {
		return switch (value) {
			case PmixValue.Str text -> 1 + text.value().length();
			case Info info -> 1 + info.key().length() + size(info.value());
			case DataArray array -> {
				long all = 1;
				for (PmixValue element : array.elements()) {
					all += size(element);
				}
				yield all;
			}
			default -> 1;
		};
	}

	/**
	 * Records that the host has no answer. For a query about a node, session or application, the reason is that the host does not know it.
	 *
	 * @param status reason
	 */
	public void refused(Status status) {
		boolean isUnknown = status.equals(Status.ERR_NOT_SUPPORTED)
				&& questions.stream().allMatch(question -> question.answered || question.isOfItsRealm());
		refusal = isUnknown ? Status.ERR_NOT_FOUND : status;
	}

	/** @return all answers */
	public Infos answers() {
		return new Infos(answers);
	}

	/**
	 * @param version release of the peer; older ones have another code for partial success
	 * @return status of the request; the host's refusal if there is no answer at all
	 */
	public Status status(PeerVersion version) {
		if (isAnswered()) {
			return Status.SUCCESS;
		} else if (answers.isEmpty()) {
			return refusal;
		}
		return version.isAtLeast(5, 0, 0) ? Status.ERR_PARTIAL_SUCCESS : Status.QUERY_PARTIAL_SUCCESS;
	}

	/** A source of answers to queries. */
	interface Source {
		/**
		 * @param key        queried key
		 * @param qualifiers qualifiers of the query
		 * @param subject    subject named by the qualifiers
		 * @return the answer, usually one info with the key; empty if it is unknown
		 * @throws PmixException if the query is invalid
		 */
		List<Info> answer(String key, Infos qualifiers, QuerySubject subject) throws PmixException;
	}
}
