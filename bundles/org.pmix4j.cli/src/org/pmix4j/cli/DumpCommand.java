// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import org.pmix4j.cli.internal.jobs.AllocationReport;
import org.pmix4j.cli.internal.jobs.JobEntry;
import org.pmix4j.cli.internal.jobs.JobReader;
import org.pmix4j.cli.internal.jobs.SessionReport;
import org.pmix4j.cli.internal.options.CommandUse;
import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.cli.internal.options.ToolWord;
import org.pmix4j.cli.internal.report.JsonText;
import org.pmix4j.cli.internal.report.ValueReport;
import org.pmix4j.job.Session;
import org.pmix4j.job.inspection.AllocationEntry;
import org.pmix4j.job.inspection.Inspection;
import org.pmix4j.job.inspection.InspectionKeys;
import org.pmix4j.job.submission.Submission;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.ProcInfo;
import org.pmix4j.model.Query;
import org.pmix4j.model.Wait;
import org.pmix4j.model.attributes.JobAttributes;
import org.pmix4j.tool.PmixTool;

/** The command {@code pmix4j dump}: describes a server and what its jobs wait for. Stateless. */
final class DumpCommand extends ToolCommand {
	private static final double MILLIS = 1000;

	DumpCommand() {
		super("dump", "[OPTION]... [NAMESPACE]...", "Describe a running server and what its jobs wait for.", CommandUse.DUMP,
				"Describes a server, its jobs and their processes, for reports of problems. A server of pmix4j shows what each job waits for,"
						+ " as Ctrl-\\ does in its launcher, its sessions with the jobs in each, and its allocations with the command that ends"
						+ " each. The form of this text may change; --json is for programs.",
				"With --json, an object has the members server, release and jobs. Each job has the members of 'ps --json'; one of a server of"
						+ " pmix4j also has report, a list of lines, and waits, each with what, processes, awaited and seconds. The allocations and"
						+ " sessions of such a server are members, too, as of 'ps --json'.");
	}

	@Override
	ToolCommand.Task task(OptionLine line) {
		return (tool, console) -> {
			JobReader reader = new JobReader(tool.server(), tool::query);
			List<JobEntry> jobs = reader.jobs(line.rest());
			List<AllocationEntry> allocations = reader.allocations();
			List<Session> sessions = reader.sessions();
			if (line.has(ToolWord.JSON)) {
				console.out().println(JsonText.of(json(tool, jobs, allocations, sessions)));
				return 0;
			}
			console.line("server " + tool.server() + ", PMIx release " + tool.serverVersion() + ", " + jobs.size()
					+ (jobs.size() == 1 ? " job" : " jobs"));
			for (JobEntry job : jobs) {
				console.line("job " + job.nspace() + ": " + job.processes().size() + " ranks, " + job.state() + ", command " + job.command());
				for (ProcInfo process : job.processes()) {
					console.line("  rank " + process.proc().rank() + " on " + process.hostname() + ", pid "
							+ Integer.toUnsignedString(process.pid()) + ", " + job.state(process) + ", " + process.executable());
				}
				if (Submission.isOurs(tool.server())) {
					describe(tool, job).lines().forEach(each -> console.line("  " + each));
				}
			}
			sessions.forEach(session -> console.line(SessionReport.line(session)));
			allocations.forEach(entry -> console.line(AllocationReport.line(entry)));
			return 0;
		};
	}

	private static Map<String, Object> json(PmixTool tool, List<JobEntry> jobs, List<AllocationEntry> allocations,
			List<Session> sessions) throws PmixException {
		List<Map<String, Object>> described = new ArrayList<>();
		for (JobEntry job : jobs) {
			Map<String, Object> object = job.json();
			if (Submission.isOurs(tool.server())) {
				Infos answer = inspect(tool, job);
				object.put("report", answer.get(InspectionKeys.STATE).orElse("").lines().toList());
				object.put("waits", Inspection.waits(answer).stream().map(DumpCommand::json).toList());
			}
			described.add(object);
		}
		Map<String, Object> object = new LinkedHashMap<>();
		object.put("server", tool.server().nspace());
		object.put("release", tool.serverVersion());
		object.put("jobs", described);
		if (Submission.isOurs(tool.server())) {
			object.put("allocations", allocations.stream().map(AllocationReport::json).toList());
			object.put("sessions", sessions.stream().map(SessionReport::json).toList());
		}
		return object;
	}

	private static Map<String, Object> json(Wait wait) {
		Map<String, Object> object = new LinkedHashMap<>();
		object.put("what", wait.what());
		object.put("processes", wait.procs().stream().map(ValueReport::json).toList());
		object.put("awaited", wait.awaited().stream().map(ValueReport::json).toList());
		object.put("seconds", wait.age().toMillis() / MILLIS);
		return object;
	}

	private static Infos inspect(PmixTool tool, JobEntry job) throws PmixException {
		Infos which = Infos.of(Info.of(JobAttributes.NSPACE, job.nspace()));
		return tool.query(new Query(List.of(InspectionKeys.STATE.key(), InspectionKeys.WAITS.key()), which));
	}

	private static String describe(PmixTool tool, JobEntry job) throws PmixException {
		Infos answer = inspect(tool, job);
		return Stream.concat(answer.get(InspectionKeys.STATE).stream(), Inspection.waits(answer).stream().map(wait -> "  " + wait.text()))
				.collect(Collectors.joining("\n"));
	}
}
