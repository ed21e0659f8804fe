// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.job;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;

import org.pmix4j.host.internal.session.HostContext;
import org.pmix4j.host.internal.spawn.LogRequest;
import org.pmix4j.job.Job;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.LogAttributes;

/**
 * Logs the events of a job in the channels that its spawn names, by default on the standard error of the launcher. Owned by a
 * {@link JobController}, used on the host's thread.
 */
final class JobLog {
	private static final Info STANDARD_ERROR = Info.of(LogAttributes.LOG_STDERR.key(), PmixValue.Bool.TRUE);

	private final HostContext host;
	private final Job job;
	private final JobNotifier news;
	private final Proc whole;
	private final LogRequest wishes;
	private CompletableFuture<Void> written = CompletableFuture.completedFuture(null);

	JobLog(HostContext host, Job job, LogRequest wishes, JobNotifier news) {
		this.host = host;
		this.job = job;
		this.news = news;
		whole = Proc.wildcard(job.nspace());
		this.wishes = wishes;
	}

	/** Logs an event of the whole job, after the earlier events. */
	void log(Status event, String text) {
		log(whole, event, text);
	}

	/**
	 * Logs an event, after the earlier ones.
	 *
	 * @param source the process whose event it is
	 * @param event  the code of the event
	 * @param text   one line about it
	 */
	void log(Proc source, Status event, String text) {
		assert host.thread().inThread();
		if (wishes.equals(LogRequest.NONE)) {
			tell(text);
			return;
		}
		String name = (source.equals(whole) ? job.nspace() : job.nspace() + "." + source.rank()) + ".PMIX_"
				+ event.constantName().orElse(event.toString());
		for (List<Info> channels : together()) {
			then(() -> logTo(channels, source, name, text), text);
		}
	}

	/** Returns the channels that one request names: all if the first that takes a text is enough, else each alone. */
	private List<List<Info>> together() {
		List<Info> channels = wishes.channels().isEmpty() ? List.of(STANDARD_ERROR) : wishes.channels();
		boolean once = wishes.form().value(LogAttributes.LOG_ONCE.key()).filter(PmixValue.Bool.TRUE::equals).isPresent();
		return once ? List.of(channels) : channels.stream().map(List::of).toList();
	}

	/** A request to log. */
	private interface Request {
		CompletionStage<Void> begin() throws PmixException;
	}

	/** Makes a request when the earlier ones have been carried out. Tells the text and the reason if it fails. */
	private void then(Request request, String text) {
		CompletableFuture<Void> step = new CompletableFuture<>();
		host.thread().whenDone(written, (before, never) -> {
			try {
				host.thread().whenDone(request.begin(), (done, problem) -> {
					if (problem != null) {
						boolean wrapped = problem instanceof CompletionException && problem.getCause() != null;
						tellFailure(text, wrapped ? problem.getCause() : problem);
					}
					step.complete(null);
				});
			} catch (PmixException e) {
				tellFailure(text, e);
				step.complete(null);
			}
		});
		written = step;
	}

	private CompletionStage<Void> logTo(List<Info> channels, Proc source, String name, String text) throws PmixException {
		List<Info> data = new ArrayList<>();
		for (Info channel : channels) {
			data.addAll(LogRequest.data(channel, name, "job " + job.number() + ": " + text));
		}
		return host.log().log(this::write, source, new Infos(data), wishes.form());
	}

	/** Writes to the output of the launcher; called on a thread that may block. */
	private Optional<CompletableFuture<Void>> write(Proc source, IofChannel channel, byte[] lines) {
		CompletableFuture<Void> done = new CompletableFuture<>();
		String text = new String(lines, StandardCharsets.UTF_8);
		host.thread().execute(() -> {
			if (channel.equals(IofChannel.STDERR)) {
				news.tell(text.stripTrailing());
			} else {
				news.report(text);
			}
			done.complete(null);
		});
		return Optional.of(done);
	}

	private void tellFailure(String text, Throwable reason) {
		tell(text + " (not logged: " + reason.getMessage() + ")");
	}

	private void tell(String text) {
		news.tell("job " + job.number() + ": " + text);
	}

	/** Returns a future that completes when all events so far are logged, or cannot be. */
	CompletableFuture<Void> written() {
		return written;
	}
}
