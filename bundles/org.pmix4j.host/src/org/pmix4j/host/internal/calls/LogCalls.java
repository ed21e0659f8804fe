// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.calls;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.pmix4j.host.LogRecord;
import org.pmix4j.host.ServiceOptions;
import org.pmix4j.host.internal.job.Jobs;
import org.pmix4j.host.internal.log.JobRecords;
import org.pmix4j.host.internal.log.LogService;
import org.pmix4j.host.internal.log.MailChannel;
import org.pmix4j.host.internal.names.NameService;
import org.pmix4j.host.internal.thread.HostThread;
import org.pmix4j.model.DataRange;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.Persistence;
import org.pmix4j.model.Proc;
import org.pmix4j.model.attributes.IdentityAttributes;
import org.pmix4j.model.attributes.PublishAttributes;
import org.pmix4j.process.internal.posix.Syslog;
import org.pmix4j.process.internal.process.ChildStream;
import org.pmix4j.server.options.NodeName;
import org.pmix4j.server.options.OwnUser;

/**
 * Carries out PMIx_Log. The host's data store is its name service. Owned by the host, on its thread except where a method says
 * otherwise.
 */
public final class LogCalls implements LogService.EventLog {
	private final HostThread thread;
	private final Jobs jobs;
	private final NameService names;
	private final OwnUser user;
	private final ServiceOptions options;
	/** Made by the first request, as most jobs never log. */
	private volatile @Nullable Made made;

	/** The objects that the first request creates. */
	private record Made(LogService desk, JobRecords records) {
	}

	/**
	 * @param thread  owns the jobs
	 * @param jobs    of the host
	 * @param names   store data that processes look up
	 * @param user    of this process and all ranks
	 * @param options of the host
	 */
	public LogCalls(HostThread thread, Jobs jobs, NameService names, OwnUser user, ServiceOptions options) {
		this.thread = thread;
		this.jobs = jobs;
		this.names = names;
		this.user = user;
		this.options = options;
	}

	private Made make() {
		JobRecords records = new JobRecords(options.jobRecord());
		return new Made(new LogService(Syslog::log, this::store, records,
				() -> new MailChannel(System.getProperty("user.name", "pmix4j"), NodeName.ofThisMachine(),
						Objects.requireNonNullElse(System.getenv("PATH"), ""))), records);
	}

	/** Logs the data on another thread, as files and mailers may block. */
	CompletionStage<Void> log(Proc requester, Infos data, Infos directives) {
		return log(this::write, requester, data, directives);
	}

	@Override
	public CompletionStage<Void> log(LogService.Streams streams, Proc source, Infos data, Infos directives) {
		assert thread.inThread();
		Made known = made;
		LogService desk = (known == null ? made = make() : known).desk();
		return thread.aside(() -> desk.log(streams, source, data, directives)).thenCompose(Function.identity());
	}

	private Optional<CompletableFuture<Void>> write(Proc source, IofChannel channel, byte[] text) {
		ChildStream stream = channel.equals(IofChannel.STDERR) ? ChildStream.STDERR : ChildStream.STDOUT;
		return jobs.find(source).flatMap(rank -> rank.output().map(output -> output.tell(rank, stream, text)));
	}

	/** Publishes the data for all processes until the host ends, in place of earlier values of the process. */
	private CompletableFuture<Void> store(Proc source, Infos data) {
		CompletableFuture<Void> stored = new CompletableFuture<>();
		Infos published = data.with(PublishAttributes.RANGE, DataRange.GLOBAL).with(PublishAttributes.PERSISTENCE, Persistence.INDEF)
				.with(IdentityAttributes.USERID, user.uid()).with(IdentityAttributes.GRPID, user.gid());
		thread.answering(stored).execute(() -> names.unpublish(source, data.stream().map(datum -> datum.key()).toList())
				.thenCompose(removed -> names.publish(source, published)).whenComplete((done, problem) -> {
					if (problem == null) {
						stored.complete(null);
					} else {
						stored.completeExceptionally(problem instanceof CompletionException wrapped && wrapped.getCause() != null
								? wrapped.getCause() : problem);
					}
				}));
		return stored;
	}

	/**
	 * Forgets a job that has ended. Called on any thread.
	 *
	 * @param nspace the job
	 * @return a line for each topic that was logged again without being shown
	 */
	public List<String> ended(String nspace) {
		Made known = made;
		return known == null ? List.of() : known.desk().ended(nspace);
	}

	/**
	 * Called on any thread.
	 *
	 * @param nspace a job
	 * @return the entries of its record
	 */
	public List<LogRecord> records(String nspace) {
		Made known = made;
		return known == null ? List.of() : known.records().of(nspace);
	}
}
