// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.log;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import java.util.stream.Collectors;

import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.LogAttributes;

/**
 * Logs data of processes: to the output of their job, as if they had written it, to the system's log, by mail, to the data store of the
 * host and to the record of their job. Owned by the host; may be used from any thread that may block.
 *
 * @see "PMIx Standard, chapter Job Management and Reporting, PMIx_Log; OpenPMIx src/mca/plog"
 */
public final class LogService {
	/** The output of processes. */
	public interface Streams {
		/**
		 * @param source  a process
		 * @param channel standard output or standard error
		 * @param text    whole lines
		 * @return completes when it is written; empty if the process has no output here
		 */
		Optional<CompletableFuture<Void>> write(Proc source, IofChannel channel, byte[] text);
	}

	/** The system's log. */
	public interface SystemLog {
		/**
		 * @param priority facility and severity
		 * @param text     one entry
		 */
		void log(int priority, String text);
	}

	/** Stores data that processes can look up. */
	public interface DataStore {
		/**
		 * @param source the process that logs them
		 * @param data   keys and values, which replace earlier ones of the process
		 * @return completes when they are stored
		 */
		CompletableFuture<Void> store(Proc source, Infos data);
	}

	private final Map<String, Channel> channels;
	private final DataStore store;
	private final JobRecords records;
	private final LogTopics topics = new LogTopics();

	/**
	 * @param system  the system's log
	 * @param store   the data store of the host
	 * @param records the records of jobs
	 * @param mail    makes what sends a mail; called for each
	 */
	public LogService(SystemLog system, DataStore store, JobRecords records, Supplier<MailChannel> mail) {
		this.store = store;
		this.records = records;
		Channel syslog = entry -> {
			system.log(entry.form().priority(), entry.form().entry(entry.source(), entry.text()));
			return done();
		};
		// on one node, the system's log of the node is the only one
		channels = Map.of(LogAttributes.LOG_SYSLOG.key(), syslog, LogAttributes.LOG_LOCAL_SYSLOG.key(), syslog,
				LogAttributes.LOG_GLOBAL_SYSLOG.key(), syslog, LogAttributes.LOG_EMAIL.key(), entry -> mail.get().log(entry));
	}

	/**
	 * Checks directives before there is something to log.
	 *
	 * @param directives of a request
	 * @throws PmixException BAD_PARAM if a directive is malformed, NOT_SUPPORTED if the form is unknown
	 */
	public static void check(Infos directives) throws PmixException {
		LogForm.of(directives);
	}

	static Optional<CompletableFuture<Void>> done() {
		return Optional.of(CompletableFuture.completedFuture(null));
	}

	/**
	 * Logs each datum in its channel, in their order.
	 *
	 * @param output     takes what is logged to standard output and standard error
	 * @param source     the process
	 * @param data       texts, each under the key of its channel
	 * @param directives the form of the texts, and whether they are also stored
	 * @return completes when all is logged, or with "once" the first possible; fails with NOT_SUPPORTED if nothing was logged, with
	 *         PARTIAL_SUCCESS if only a part was
	 * @throws PmixException BAD_PARAM if a directive or text is malformed, NOT_SUPPORTED if the form is unknown, UNREACH if a mail server
	 *                       does not answer
	 */
	public CompletionStage<Void> log(Streams output, Proc source, Infos data, Infos directives) throws PmixException {
		LogForm form = LogForm.of(directives);
		if (form.topic().isPresent() && !topics.isFirst(source, form.topic().get())) {
			return CompletableFuture.completedFuture(null);
		}
		StoreRequest stores = StoreRequest.of(data, directives);
		List<CompletableFuture<Void>> written = new ArrayList<>();
		int missed = 0;
		for (Info datum : stores.rest()) {
			if (!form.once() || written.isEmpty()) {
				Optional<CompletableFuture<Void>> taken = log(output, new LogEntry(source, datum, form, directives));
				taken.ifPresent(written::add);
				missed += taken.isPresent() || stores.isWanted() ? 0 : 1;
			}
		}
		if (stores.isWanted() && !(form.once() && !written.isEmpty())) {
			written.addAll(keep(source, stores, form));
		}
		if (written.isEmpty()) {
			throw new PmixException(Status.ERR_NOT_SUPPORTED, "no channel takes "
					+ data.stream().map(Info::key).collect(Collectors.joining(", ")) + " of " + source);
		}
		CompletableFuture<Void> all = CompletableFuture.allOf(written.toArray(CompletableFuture[]::new));
		return form.once() || missed == 0 ? all : all.thenCompose(done -> CompletableFuture.failedFuture(
				new PmixException(Status.ERR_PARTIAL_SUCCESS, "some data of " + source + " were not logged: they have no channel here")));
	}

	private List<CompletableFuture<Void>> keep(Proc source, StoreRequest stores, LogForm form) throws PmixException {
		if (stores.data().isEmpty()) {
			throw new PmixException(Status.ERR_BAD_PARAM, "log: " + source + " asks to store data, but gives none");
		}
		List<CompletableFuture<Void>> kept = new ArrayList<>();
		if (stores.inJobRecord()) {
			records.add(source, stores.data(), form);
			kept.add(CompletableFuture.completedFuture(null));
		}
		if (stores.inDataStore()) {
			kept.add(store.store(source, stores.data()));
		}
		return kept;
	}

	/** Returns empty if there is no channel for the datum. */
	private Optional<CompletableFuture<Void>> log(Streams output, LogEntry entry) throws PmixException {
		String key = entry.datum().key();
		if (key.equals(LogAttributes.LOG_STDOUT.key())) {
			return output.write(entry.source(), IofChannel.STDOUT, entry.form().line("stdout", entry.text()));
		} else if (key.equals(LogAttributes.LOG_STDERR.key())) {
			return output.write(entry.source(), IofChannel.STDERR, entry.form().line("stderr", entry.text()));
		}
		Channel channel = channels.get(key);
		return channel == null ? Optional.empty() : channel.log(entry);
	}

	/**
	 * Forgets a job that has ended.
	 *
	 * @param nspace the job
	 * @return a line for each topic that its processes have logged again without being shown
	 */
	public List<String> ended(String nspace) {
		records.ended(nspace);
		return topics.ended(nspace);
	}

	/** A destination of logged data. */
	@FunctionalInterface
	interface Channel {
		/**
		 * Logs one datum. May block.
		 *
		 * @return completes when it is logged; empty if the source has no such destination here
		 * @throws PmixException if the datum is malformed or the destination refuses it
		 */
		Optional<CompletableFuture<Void>> log(LogEntry entry) throws PmixException;
	}

	/** Logs the events of jobs in the channels of PMIx_Log that their spawns name. Owned by the host, used on its thread. */
	public interface EventLog {
		/**
		 * Logs a text.
		 *
		 * @param streams write to the output of the launcher
		 * @param source  the process whose event it is
		 * @param data    the text, under the key of each channel
		 * @param form    the form of the text
		 * @return completes when the text is logged; fails if a channel does not take it
		 */
		CompletionStage<Void> log(LogService.Streams streams, Proc source, Infos data, Infos form);
	}
}
