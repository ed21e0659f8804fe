// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.dvm.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

import org.pmix4j.client.IofOutput;
import org.pmix4j.job.EngineCapability;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.inspection.Inspection;
import org.pmix4j.job.inspection.InspectionKeys;
import org.pmix4j.job.inspection.SessionInspection;
import org.pmix4j.job.options.JobOptions;
import org.pmix4j.job.submission.Submission;
import org.pmix4j.job.submission.SubmissionKeys;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.model.attributes.JobControlAttributes;

/** A persistent PMIx4J server, which treats a submitted job as a launcher treats its own. */
final class Pmix4jDialect implements ServerDialect {
	private static final int PIECE = 1 << 16;
	private static final Path STATUS = Path.of("/proc/self/status");
	private static final String MASK = "Umask:";

	@Override
	public Set<EngineCapability> capabilities() {
		return EnumSet.complementOf(EnumSet.of(EngineCapability.RANK_OUTCOMES));
	}

	@Override
	public List<String> unsupported(JobSpec job) {
		return List.of();
	}

	@Override
	public Submission submission(JobSpec job) {
		return Submission.toOurs(withMask(job));
	}

	/** Adds the umask of this process, which the job has as the rest of its surroundings. */
	private static JobSpec withMask(JobSpec job) {
		if (job.options().isSet(JobOptions.FILE_MODE_MASK)) {
			return job;
		}
		try {
			for (String line : Files.readAllLines(STATUS)) {
				if (line.startsWith(MASK)) {
					return job.withOption(JobOptions.FILE_MODE_MASK, Integer.parseInt(line.substring(MASK.length()).strip(), 8));
				}
			}
		} catch (IOException unavailable) {
			// the job gets that of the server
		}
		return job;
	}

	@Override
	public boolean isComplete() {
		return true;
	}

	@Override
	public int inputPiece() {
		return PIECE;
	}

	@Override
	public Info termination() {
		return Info.of(JobControlAttributes.JOB_CTRL_TERMINATE, true);
	}

	@Override
	public Info interruption() {
		return Info.of(SubmissionKeys.INTERRUPT, true);
	}

	@Override
	public String afterLoss() {
		return "it takes the processes of the job along";
	}

	@Override
	public Optional<JobOutcome> outcome(IofOutput output) {
		String text = new String(output.data().toByteArray(), StandardCharsets.UTF_8);
		return Submission.exitCode(output.infos()).map(code -> new JobOutcome(status(output.infos(), code), code, Optional.empty(),
				Optional.of(text).filter(each -> !each.isBlank())));
	}

	private static Status status(Infos infos, int code) {
		try {
			return infos.get(JobAttributes.JOB_TERM_STATUS).orElse(code == 0 ? Status.SUCCESS : Status.ERROR);
		} catch (PmixException otherType) {
			return code == 0 ? Status.SUCCESS : Status.ERROR;
		}
	}

	@Override
	public Optional<String> begunAnyhow(PmixException failure) {
		return Optional.empty();
	}

	@Override
	public Query listing() {
		return SessionInspection.namespacesAndSessions();
	}

	@Override
	public Optional<Query> waits(String nspace) {
		return Optional.of(Inspection.waitsOf(nspace));
	}

	@Override
	public Optional<Query> stops(String nspace) {
		return Optional.of(Inspection.stopsOf(nspace));
	}

	@Override
	public Optional<Query> storedValues(Proc proc, int most) {
		return Optional.of(Inspection.valuesOf(proc, most));
	}

	@Override
	public Optional<Query> description(String nspace) {
		return Optional.of(new Query(List.of(InspectionKeys.STATE.key()), Infos.of(Info.of(JobAttributes.NSPACE, nspace))));
	}

	@Override
	public Optional<String> nodesOf(Proc server) {
		return Optional.empty();
	}
}
