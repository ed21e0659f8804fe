// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.query;

import java.util.ArrayList;
import java.util.List;

import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.wire.internal.handshake.PeerVersion;

/**
 * Progress of one query request: answers of the server, answers of the host for the remaining keys, and the server's fallback answers. On
 * the loop.
 *
 * @see "PMIx Standard, chapter Job Management and Reporting, PMIx_Query_info; OpenPMIx src/common/pmix_query.c of 6.x, which queries each
 *      key, where 4.x answers all keys of a request or none"
 */
public final class Inquiry {
	/** One key of one query. */
	private static final class Question {
		private final Query query;
		private final QuerySubject subject;
		private final String key;
		private boolean answered;

		Question(Query query, QuerySubject subject, String key) {
			this.query = query;
			this.subject = subject;
			this.key = key;
		}
	}

	private final List<Question> questions = new ArrayList<>();
	private final List<Info> answers = new ArrayList<>();
	private Status refusal = Status.ERR_NOT_FOUND;

	/**
	 * @param queries the request
	 * @param asker   the requesting process
	 * @throws PmixException BAD_PARAM if it has no key, or a qualifier is of the wrong type
	 */
	public Inquiry(List<Query> queries, Proc asker) throws PmixException {
		for (Query query : queries) {
			QuerySubject subject = QuerySubject.of(query.qualifiers(), asker);
			query.keys().forEach(key -> questions.add(new Question(query, subject, key)));
		}
		if (questions.isEmpty()) {
			throw new PmixException(Status.ERR_BAD_PARAM, "the query of " + asker + " has no key");
		}
	}

	/** Lets a source answer open questions. */
	void ask(AnswerSource source) throws PmixException {
		for (Question question : questions) {
			if (!question.answered) {
				List<Info> found = source.answer(question.key, question.query.qualifiers(), question.subject);
				question.answered = !found.isEmpty();
				answers.addAll(found);
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
	 */
	public void addHostAnswers(Infos infos) {
		answers.addAll(infos.list());
		for (Info info : infos) {
			boolean all = info.key().equals(QueryAttributes.QUERY_RESULTS.key());
			for (Question question : questions) {
				if (!question.answered && (all || question.key.equals(info.key()))) {
					question.answered = true;
					if (!all) {
						break;
					}
				}
			}
		}
	}

	/**
	 * Records that the host has no answer.
	 *
	 * @param status reason
	 */
	public void refused(Status status) {
		refusal = status;
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
}
