// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.IofOutput;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.ReaderGoneException;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.OutputFormat;
import org.pmix4j.model.Status;
import org.pmix4j.model.internal.text.FileFailure;

/**
 * The output and input of one launched job. Owned by its lifecycle; the tool delivers output one piece at a time, everything else happens
 * on the engine's thread.
 */
final class JobStreams {
	/** As shells report a program that wrote to a pipe without a reader. */
	private static final int READER_GONE = 141;

	private final JobLifecycle life;
	private final ServerLink link;
	private final JobSpec spec;
	private final JobOutput output;
	private volatile Optional<JobInput> input = Optional.empty();

	JobStreams(JobLifecycle life, ServerLink link, JobSpec spec) {
		this.life = life;
		this.link = link;
		this.spec = spec;
		output = new JobOutput(spec, link.dialect().isComplete(), life.table()::host, life.table()::place, this::sinkFailed);
	}

	/** Begins to write output and to read input. */
	void begin(String nspace) {
		startOutput();
		JobInput feed = new JobInput(link.tool(), nspace, link.dialect().inputPiece());
		input = Optional.of(feed);
		if (!spec.stdin().isPushed()) {
			feed.pump(spec.get(JobOptions.STDIN), spec.input());
		}
	}

	/** Starts the output; if its form names nodes and process ids, not before they are known. */
	private void startOutput() {
		boolean namesPlaces = spec.output().tag() == OutputFormat.Tag.DETAILED
				|| spec.output().files().filter(files -> files.path().toString().contains("%h")).isPresent();
		if (namesPlaces && !link.dialect().isComplete()) {
			life.look().whenComplete((table, unknown) -> link.execute(output::start));
		} else {
			output.start();
		}
	}

	/** Takes a piece of output; the tool's handler waits while the sink is slow. */
	void take(IofOutput piece) {
		if (isOutput(piece)) {
			output.put(piece);
		} else {
			diagnostics(piece);
		}
	}

	/** Takes a piece that came before the namespace was known. */
	void takeEarly(IofOutput piece) {
		if (isOutput(piece)) {
			output.putEarly(piece);
		} else {
			diagnostics(piece);
		}
	}

	/** Takes lines that the server has written itself. */
	void takeMessages(List<String> lines) {
		link.execute(() -> lines.forEach(line -> life.say(line)));
	}

	/** Returns whether it is output of a rank; a server that formats output also writes for the whole job. */
	private boolean isOutput(IofOutput piece) {
		return !piece.channel().equals(IofChannel.STDDIAG) && (link.dialect().isComplete() || piece.source().rank().isProcess());
	}

	private void diagnostics(IofOutput piece) {
		String text = new String(piece.data().toByteArray(), StandardCharsets.UTF_8);
		link.execute(() -> life.diagnostics(piece, text));
	}

	private void sinkFailed(IOException problem) {
		JobOutcome failure = problem instanceof ReaderGoneException
				? new JobOutcome(Status.ERR_JOB_CANCELED, READER_GONE, Optional.empty(), Optional.empty())
				: JobOutcome.failure(Status.ERR_JOB_CANCELED, 1, "the output cannot be written: " + FileFailure.line(problem));
		link.execute(() -> life.outputFailed(failure));
	}

	Optional<JobInput> input() {
		return input;
	}

	/** Ends the input, and completes when all output is written. */
	CompletableFuture<Void> end() {
		input.ifPresent(JobInput::stop);
		return output.finish();
	}

	/** Discards all output that is not written yet. */
	void abandon() {
		output.abandon();
	}
}
