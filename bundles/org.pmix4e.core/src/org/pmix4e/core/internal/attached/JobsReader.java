// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.attached;

import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import org.eclipse.core.runtime.ILog;
import org.pmix4e.core.internal.Messages;
import org.pmix4j.client.EventOutcome;
import org.pmix4j.client.HandlerOptions;
import org.pmix4j.client.IofOptions;
import org.pmix4j.client.PmixEvent;
import org.pmix4j.job.inspection.Inspection;
import org.pmix4j.model.DataArray;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.Query;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.EventAttributes;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.QueryAttributes;
import org.pmix4j.tool.PmixTool;

/**
 * Reads the jobs of a server again and again: servers of others need not announce their beginnings and ends. An event of the end of a job
 * under a server of ours is followed at once. Owned by its server; has a thread of its own, which ends when it is closed.
 */
final class JobsReader implements AutoCloseable {
	private static final long PERIOD_MILLIS = 1000;
	/** Reading takes at most this part of the time of a server with many processes. */
	private static final int PART = 10;

	private final AttachedServer server;
	private final PmixTool tool;
	private final Semaphore due = new Semaphore(0);
	private volatile boolean closed;
	private int jobs;

	JobsReader(AttachedServer server, PmixTool tool) {
		this.server = server;
		this.tool = tool;
	}

	void start() {
		tool.events().registerAsync(HandlerOptions.of(Status.EVENT_JOB_END), this::jobEnded);
		Thread thread = new Thread(this::run, "pmix4e-attached");
		thread.setDaemon(true);
		thread.start();
	}

	@Override
	public void close() {
		closed = true;
		due.release();
	}

	private void run() {
		try {
			while (!closed) {
				long begun = System.nanoTime();
				readOrReport();
				long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
				if (due.tryAcquire(Math.max(PERIOD_MILLIS, PART * took), TimeUnit.MILLISECONDS)) {
					due.drainPermits();
				}
			}
		} catch (InterruptedException e) {
			// only foreign code interrupts this thread, in order to end it
		}
	}

	private void readOrReport() {
		try {
			read();
		} catch (PmixException e) {
			if (!closed && !e.status().equals(Status.ERR_UNREACH)) {
				server.lost(MessageFormat.format(Messages.JobsReader_unreadable, e.getMessage()));
			}
		} catch (IllegalStateException e) {
			closed = true; // the tool was closed meanwhile
		}
	}

	private void read() throws PmixException {
		Set<String> running = new HashSet<>(namespaces());
		for (String nspace : running) {
			List<ProcInfo> processes = processes(nspace);
			Optional<AttachedNamespace> known = server.session().find(nspace);
			if (known.isPresent()) {
				known.get().update(processes).forEach(server.model()::changed);
				if (server.isOurs()) {
					known.get().waits(tell(Inspection.waitsOf(nspace), Inspection::waits, List.of())).forEach(server.model()::changed);
					known.get().stops(tell(Inspection.stopsOf(nspace), Inspection::stops, Map.of())).forEach(server.model()::changed);
				}
			} else if (!processes.isEmpty() && !closed) {
				begin(new AttachedNamespace(server.session(), nspace, ++jobs, processes));
			}
		}
		for (AttachedNamespace job : server.session().namespaces()) {
			if (running.contains(job.name())) {
				continue;
			}
			if (job.hasEnded()) {
				job.endOutput(); // one period after the end: its last output has arrived
			} else {
				job.ended(Optional.empty());
			}
		}
	}

	private void begin(AttachedNamespace job) {
		server.session().add(job);
		tool.io().pullAsync(IofOptions.of(Proc.wildcard(job.name())), job::output).exceptionally(problem -> {
			job.outputRefused(problem);
			return null;
		});
	}

	private CompletableFuture<EventOutcome> jobEnded(PmixEvent event) {
		try {
			Infos infos = event.infos();
			Optional<Proc> affected = infos.get(EventAttributes.EVENT_AFFECTED_PROC);
			Optional<String> nspace = affected.isPresent() ? affected.map(Proc::nspace) : infos.get(JobAttributes.NSPACE);
			Optional<Status> how = infos.get(JobAttributes.JOB_TERM_STATUS);
			nspace.flatMap(server.session()::find).ifPresent(job -> job.ended(how));
		} catch (PmixException e) {
			ILog.get().warn("An event of " + server.name() + " cannot be read: " + e.getMessage(), e);
		}
		if (server.isOurs()) {
			due.release(); // prterun of PRRTE 3.0.8 hangs if a query arrives while it finalizes, just after this event
		}
		return CompletableFuture.completedFuture(EventOutcome.CONTINUE);
	}

	private List<String> namespaces() throws PmixException {
		String names = ask(QueryAttributes.QUERY_NAMESPACES.key(), Infos.EMPTY).get(QueryAttributes.QUERY_NAMESPACES).orElse("");
		return names.isEmpty() ? List.of() : List.of(names.split(","));
	}

	/** Returns the process table of a job; nothing if the job has ended meanwhile. */
	private List<ProcInfo> processes(String nspace) throws PmixException {
		List<ProcInfo> processes = new ArrayList<>();
		try {
			Infos answer = ask(QueryAttributes.QUERY_PROC_TABLE.key(), Infos.of(Info.of(JobAttributes.NSPACE, nspace)));
			for (PmixValue element : answer.get(QueryAttributes.QUERY_PROC_TABLE).map(DataArray::elements).orElse(List.of())) {
				if (element instanceof ProcInfo process) {
					processes.add(process);
				}
			}
		} catch (PmixException e) {
			if (!e.status().equals(Status.ERR_NOT_FOUND)) {
				throw e;
			}
		}
		return processes;
	}

	/** Returns what a server of ours tells; nothing if the job has ended meanwhile. */
	private <T> T tell(Query query, Answers<T> answers, T nothing) throws PmixException {
		try {
			return answers.read(tool.query(query));
		} catch (PmixException e) {
			if (!e.status().equals(Status.ERR_NOT_FOUND) && !e.status().equals(Status.ERR_NOT_SUPPORTED)) {
				throw e;
			}
			return nothing; // an older server of ours does not know the key
		}
	}

	/** Reads the answers of a query. */
	private interface Answers<T> {
		T read(Infos answers) throws PmixException;
	}

	private Infos ask(String key, Infos qualifiers) throws PmixException {
		return tool.query(new Query(List.of(key), qualifiers));
	}
}
