// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.internal.attached;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.pmix4e.core.internal.Messages;
import org.pmix4e.core.internal.server.HostModel;
import org.pmix4e.core.internal.server.KeyValueText;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.JobElement;
import org.pmix4e.core.model.KeyValue;
import org.pmix4e.core.model.ServerElement;
import org.pmix4e.core.model.SessionElement;
import org.pmix4j.job.inspection.Inspection;
import org.pmix4j.job.submission.Submission;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.Info;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.tool.PmixTool;

/** A server of others. Owned by the model until it is detached; owns the tool and the thread that reads the server's jobs. */
final class AttachedServer implements ServerElement {
	private final HostModel model;
	private final PmixTool tool;
	private final String address;
	private final String name;
	private final AttachedSession session = new AttachedSession(this);
	private final boolean isOurs;
	private final JobsReader reader;
	private volatile @Nullable String loss;

	/** @param address as the user has entered it */
	AttachedServer(HostModel model, PmixTool tool, String address) {
		this.model = model;
		this.tool = tool;
		this.address = address;
		name = tool.server().nspace();
		isOurs = Submission.isOurs(tool.server());
		reader = new JobsReader(this, tool);
	}

	/** Adds it to the model and begins to read. */
	void begin() {
		model.addAttached(this);
		tool.lost().thenAccept(this::lost);
		reader.start();
	}

	HostModel model() {
		return model;
	}

	@Override
	public boolean isAttached() {
		return true;
	}

	@Override
	public Optional<String> loss() {
		return Optional.ofNullable(loss);
	}

	/** Ends with the connection. */
	void lost(String reason) {
		loss = reason;
		reader.close();
		session.namespaces().forEach(AttachedNamespace::lost);
		model.changed(this);
		Thread.startVirtualThread(tool::close);
	}

	@Override
	public void detach() {
		reader.close();
		model.removeAttached(this);
		session.namespaces().forEach(AttachedNamespace::endOutput);
		Thread.startVirtualThread(tool::close);
	}

	@Override
	public boolean hasEnded() {
		return loss != null || session.namespaces().stream().anyMatch(job -> job.state().isEnded());
	}

	@Override
	public void removeEnded() {
		if (loss != null) {
			detach();
		} else {
			session.namespaces().stream().filter(job -> job.state().isEnded()).forEach(session::remove);
		}
	}

	boolean isOurs() {
		return isOurs;
	}

	/** Asks a server of ours for what it keeps; those of others cannot be asked for all of it. */
	CompletableFuture<List<KeyValue>> keyValues(Proc proc, int most) {
		if (!isOurs) {
			return CompletableFuture.failedFuture(new PmixException(Status.ERR_NOT_SUPPORTED, Messages.AttachedNamespace_noValues));
		}
		return tool.queryAsync(Inspection.valuesOf(proc, most)).thenApply(answers -> {
			try {
				return Inspection.values(answers).stream().map(KeyValueText::of).toList();
			} catch (PmixException e) {
				throw new CompletionException(e);
			}
		});
	}

	/** Terminates a job or rank in order. Tells the job if the server refuses that. */
	void terminate(AttachedNamespace job, Proc target) {
		// PRRTE ignores TERMINATE for a job, and its KILL begins with SIGTERM
		Attribute<Boolean> how = isOurs ? JobControlAttributes.JOB_CTRL_TERMINATE : JobControlAttributes.JOB_CTRL_KILL;
		tool.controlAsync(List.of(target), Info.of(how, true).required()).whenComplete((done, problem) -> {
			if (problem != null) {
				job.refused(Messages.AttachedNamespace_terminate, problem);
			}
		});
	}

	/** Sends a signal to ranks of a job. Tells the job when that is done, and if the server refuses it. */
	void signal(AttachedNamespace job, List<AttachedRank> ranks, int signal) {
		List<Proc> targets = ranks.stream().map(AttachedRank::proc).toList();
		tool.controlAsync(targets, Info.of(JobControlAttributes.JOB_CTRL_SIGNAL, signal).required()).whenComplete((done, problem) -> {
			if (problem != null) {
				job.refused(Messages.AttachedNamespace_signal, problem);
			} else {
				job.signaled(signal, ranks);
			}
		});
	}

	@Override
	public Optional<JobElement> parent() {
		return Optional.empty();
	}

	@Override
	public List<SessionElement> children() {
		return List.of(session);
	}

	@Override
	public AttachedSession session() {
		return session;
	}

	@Override
	public String name() {
		return name;
	}

	@Override
	public String uri() {
		return address;
	}

	@Override
	public ElementState state() {
		return loss == null ? ElementState.RUNNING : ElementState.FINISHED;
	}

	@Override
	public String dump() {
		return session.namespaces().stream().map(job -> job.name() + ": " + job.ranks().size() + " ranks").collect(Collectors.joining("\n"));
	}
}
