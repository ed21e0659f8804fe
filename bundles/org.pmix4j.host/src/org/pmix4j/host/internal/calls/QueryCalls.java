// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.calls;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.host.internal.names.NameService;
import org.pmix4j.host.internal.query.JobAnswers;
import org.pmix4j.host.internal.session.HostContext;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.job.inspection.Inspection;
import org.pmix4j.job.inspection.InspectionKeys;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.model.Status;

/**
 * Passes queries to the answers about jobs, and those of our own tools about waits and stored values to the server. Owned by
 * {@link LocalPmixHost}.
 */
final class QueryCalls {
	private static final Set<String> OF_SERVER = Set.of(InspectionKeys.WAITS.key(), InspectionKeys.VALUES.key());

	private final HostThread thread;
	private final Jobs jobs;
	private final JobAnswers answers;
	private final NameService names;

	QueryCalls(HostThread thread, Jobs jobs, JobAnswers answers, NameService names) {
		this.thread = thread;
		this.jobs = jobs;
		this.answers = answers;
		this.names = names;
	}

	/** Answers queries; the keys of each may be of both kinds. */
	CompletableFuture<Infos> answer(Proc requester, List<Query> queries) throws PmixException {
		assert thread.inThread();
		if (queries.stream().flatMap(query -> query.keys().stream()).noneMatch(OF_SERVER::contains)) {
			return ofJobs(requester, queries);
		}
		List<Query> others = new ArrayList<>();
		List<CompletableFuture<Info>> ofServer = new ArrayList<>();
		for (Query query : queries) {
			List<String> keys = query.keys().stream().filter(key -> !OF_SERVER.contains(key)).toList();
			if (!keys.isEmpty()) {
				others.add(new Query(keys, query.qualifiers()));
			}
			for (String key : query.keys()) {
				if (OF_SERVER.contains(key)) {
					ofServer.add(ofServer(key, JobAnswers.subject(requester, query.qualifiers()), query.qualifiers()));
				}
			}
		}
		CompletableFuture<Infos> answer = others.isEmpty() ? CompletableFuture.completedFuture(Infos.EMPTY) : ofJobs(requester, others);
		for (CompletableFuture<Info> each : ofServer) {
			answer = answer.thenCombine(each, Infos::with);
		}
		return answer;
	}

	private CompletableFuture<Infos> ofJobs(Proc requester, List<Query> queries) throws PmixException {
		return JobAnswers.takesLong(queries) ? thread.aside(() -> answers.answer(requester, queries))
				: CompletableFuture.completedFuture(answers.answer(requester, queries));
	}

	private CompletableFuture<Info> ofServer(String key, Proc subject, Infos qualifiers) throws PmixException {
		HostContext host = jobs.find(subject.nspace()).flatMap(job -> jobs.context())
				.orElseThrow(() -> new PmixException(Status.ERR_NOT_FOUND, "no job " + subject.nspace() + " runs here"));
		if (key.equals(InspectionKeys.WAITS.key())) {
			return host.pmi().waits().thenApply(all -> Inspection.tellWaits(all.stream().filter(wait -> wait.concerns(subject.nspace()))));
		}
		int most = qualifiers.get(InspectionKeys.MOST).filter(wanted -> wanted >= 0).orElse(Inspection.MOST);
		return host.server().storedValues(subject, most)
				.thenApplyAsync(stored -> Inspection.tellValues(names.withPublished(stored, subject, most)), thread::execute);
	}
}
