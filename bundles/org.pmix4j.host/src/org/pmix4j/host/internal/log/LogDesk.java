// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.log;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.LogAttributes;

/**
 * Logs texts of processes to the output of their job, as if they had written them, and to the system's log. Does not support mail, data
 * stores and job records. Owned by the host; may be used from any thread.
 *
 * @see "PMIx Standard, chapter Job Management and Reporting, PMIx_Log; OpenPMIx src/mca/plog"
 */
public final class LogDesk {
	/** The number of topics that are remembered. */
	private static final int MAX_TOPICS = 1024;
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

	private final Streams streams;
	private final SystemLog system;
	/** In the order of their first use. */
	private final Set<String> topics = new LinkedHashSet<>();

	/**
	 * @param streams the output of processes
	 * @param system  the system's log
	 */
	public LogDesk(Streams streams, SystemLog system) {
		this.streams = streams;
		this.system = system;
	}

	/**
	 * Logs each datum in its channel, in their order.
	 *
	 * @param source     the process
	 * @param data       texts, each under the key of its channel
	 * @param directives the form of the texts
	 * @return completes when all is logged, or with "once" the first possible; fails with NOT_SUPPORTED if nothing was logged, with
	 *         PARTIAL_SUCCESS if only a part was
	 * @throws PmixException BAD_PARAM if a directive or text is malformed, NOT_SUPPORTED if the form is unknown
	 */
	public CompletionStage<Void> log(Proc source, Infos data, Infos directives) throws PmixException {
		LogForm form = LogForm.of(directives);
		if (form.topic().isPresent() && !isNew(form.topic().get())) {
			return CompletableFuture.completedFuture(null);
		}
		List<CompletableFuture<Void>> written = new ArrayList<>();
		for (Info datum : data) {
			if (!form.once() || written.isEmpty()) {
				log(source, datum, form).ifPresent(written::add);
			}
		}
		if (written.isEmpty()) {
			throw new PmixException(Status.ERR_NOT_SUPPORTED, "no channel takes "
					+ data.stream().map(Info::key).collect(Collectors.joining(", ")) + " of " + source);
		}
		CompletableFuture<Void> all = CompletableFuture.allOf(written.toArray(CompletableFuture[]::new));
		return form.once() || written.size() == data.size() ? all : all.thenCompose(done -> CompletableFuture.failedFuture(
				new PmixException(Status.ERR_PARTIAL_SUCCESS, "some data of " + source + " were not logged: they have no channel here")));
	}

	/** Returns empty if there is no channel for the datum. */
	private Optional<CompletableFuture<Void>> log(Proc source, Info datum, LogForm form) throws PmixException {
		String key = datum.key();
		if (key.equals(LogAttributes.LOG_STDOUT.key())) {
			return streams.write(source, IofChannel.STDOUT, form.line("stdout", text(datum)));
		} else if (key.equals(LogAttributes.LOG_STDERR.key())) {
			return streams.write(source, IofChannel.STDERR, form.line("stderr", text(datum)));
		} else if (isSystemLog(key)) {
			system.log(form.priority(), form.entry(source, text(datum)));
			return Optional.of(CompletableFuture.completedFuture(null));
		}
		return Optional.empty();
	}

	/** On one node, the system's log of the node is the only one. */
	private static boolean isSystemLog(String key) {
		return key.equals(LogAttributes.LOG_SYSLOG.key()) || key.equals(LogAttributes.LOG_LOCAL_SYSLOG.key())
				|| key.equals(LogAttributes.LOG_GLOBAL_SYSLOG.key());
	}

	private synchronized boolean isNew(String topic) {
		boolean added = topics.add(topic);
		if (topics.size() > MAX_TOPICS) {
			topics.remove(topics.iterator().next());
		}
		return added;
	}

	private static String text(Info datum) throws PmixException {
		if (datum.value() instanceof PmixValue.Str(String text)) {
			return text;
		}
		throw new PmixException(Status.ERR_BAD_PARAM, datum.key() + " must hold a text, not " + datum.value().type());
	}
}
