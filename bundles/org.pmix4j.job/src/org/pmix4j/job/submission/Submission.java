// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.submission;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.job.AppSpec;
import org.pmix4j.job.JobSpec;
import org.pmix4j.job.options.AppOptions;
import org.pmix4j.job.options.OptionTable;
import org.pmix4j.job.options.OptionValues;
import org.pmix4j.model.App;
import org.pmix4j.model.Attribute;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.attributes.IofAttributes;
import org.pmix4j.model.attributes.ProcAttributes;
import org.pmix4j.model.bytes.BytePaths;

/**
 * A job as the arguments of PMIx_Spawn. Immutable.
 *
 * @param infos directives for the job
 * @param apps  its programs
 */
public record Submission(Infos infos, List<App> apps) {
	/** Copies the list. */
	public Submission {
		apps = List.copyOf(apps);
	}

	/**
	 * Writes a job for a PMIx4J server, which formats its output and sends its messages and its result.
	 *
	 * @param job the job; its sink and its input stay here
	 * @return the request
	 * @throws IllegalArgumentException if a value of an option cannot be expressed
	 */
	public static Submission toOurs(JobSpec job) {
		Infos infos = OptionTable.write(job.options()).with(SubmissionKeys.SUBMIT, BytePaths.text(job.directory()))
				.with(IofAttributes.FWD_STDOUT, false).with(IofAttributes.FWD_STDERR, false).with(IofAttributes.FWD_STDDIAG, false);
		return new Submission(infos, apps(job));
	}

	private static List<App> apps(JobSpec job) {
		List<App> apps = new ArrayList<>();
		for (AppSpec app : job.apps()) {
			List<String> argv = new ArrayList<>(List.of(app.program()));
			argv.addAll(app.arguments());
			OptionValues options = app.options().without(AppOptions.RANKS).without(AppOptions.DIRECTORY);
			List<String> environment = apps.isEmpty() ? environment(job.environment()) : List.of();
			String directory = BytePaths.text(job.directory().resolve(app.options().get(AppOptions.DIRECTORY)));
			// zero lets the server count the slots
			int ranks = app.options().isSet(AppOptions.RANKS) ? app.ranks() : 0;
			apps.add(new App(app.program(), argv, environment, directory, ranks, OptionTable.write(options)));
		}
		return apps;
	}

	private static List<String> environment(Map<String, String> variables) {
		List<String> environment = new ArrayList<>(variables.size());
		variables.forEach((name, value) -> environment.add(name + "=" + value));
		return environment;
	}

	/**
	 * {@return whether it is a PMIx4J server}
	 *
	 * @param server the identity of a server
	 */
	public static boolean isOurs(Proc server) {
		return server.nspace().startsWith(SubmissionKeys.NAMESPACE_PREFIX) && server.nspace().endsWith(SubmissionKeys.SERVER_SUFFIX);
	}

	/**
	 * Reads what a piece of diagnostic output says about the end of the job.
	 *
	 * @param infos about the piece
	 * @return the exit code for the submitter; empty if the job goes on
	 */
	public static Optional<Integer> exitCode(Infos infos) {
		try {
			return infos.get(ProcAttributes.EXIT_CODE);
		} catch (PmixException otherType) {
			return Optional.empty();
		}
	}

	/**
	 * Reads whether a piece of diagnostic output is a report, such as a map, instead of a message.
	 *
	 * @param infos about the piece
	 * @return whether it belongs to standard output
	 */
	public static boolean isReport(Infos infos) {
		return isTrue(infos, SubmissionKeys.REPORT);
	}

	/**
	 * Reads whether a piece of output is only the end of an unfinished line.
	 *
	 * @param infos about the piece
	 * @return whether another rank writes next, and sinks that show ranks together begin a new line
	 */
	public static boolean isLineEnd(Infos infos) {
		return isTrue(infos, SubmissionKeys.LINE_END);
	}

	/**
	 * Reads which submitted job a piece of output belongs to.
	 *
	 * @param source of the piece
	 * @param infos  about the piece
	 * @return the namespace of the job, or of its ancestor that was submitted, as far as the server names it
	 */
	public static String root(Proc source, Infos infos) {
		try {
			return infos.get(SubmissionKeys.ROOT).orElse(source.nspace());
		} catch (PmixException otherType) {
			return source.nspace();
		}
	}

	private static boolean isTrue(Infos infos, Attribute<Boolean> key) {
		try {
			return infos.isTrue(key);
		} catch (PmixException otherType) {
			return false;
		}
	}
}
