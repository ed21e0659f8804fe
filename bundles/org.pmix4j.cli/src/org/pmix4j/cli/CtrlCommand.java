// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

import org.pmix4j.cli.internal.jobs.JobReader;
import org.pmix4j.cli.internal.options.CommandUse;
import org.pmix4j.cli.internal.options.OptionLine;
import org.pmix4j.cli.internal.options.ToolWord;
import org.pmix4j.cli.internal.report.InfoText;
import org.pmix4j.host.launcher.LauncherProcess;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.tool.PmixTool;

/** The command {@code pmix4j ctrl}: pauses, resumes, signals and ends jobs and processes. Stateless. */
final class CtrlCommand extends ToolCommand {
	private static final List<String> ACTIONS = List.of("pause", "resume", "terminate", "kill", "signal", "checkpoint", "restart",
			"define-pset", "cancel");
	/** The alternative to an action that a server does not support; the reply itself carries only a status. */
	private static final Map<String, String> INSTEAD = Map.of("checkpoint",
			"; it has no checkpoints, so the program must save its state itself, for instance at a signal of 'pmix4j ctrl signal'", "restart",
			"; it has no checkpoints to restart from, but 'pmix4j run --max-restarts' starts failed ranks again");

	CtrlCommand() {
		super("ctrl", "[OPTION]... ACTION [VALUE] NAMESPACE[:RANK]...", "Pause, resume, signal or end running jobs.", CommandUse.CTRL,
				"Acts on jobs or ranks of a server. Actions: pause, resume, terminate (in order), kill (at once), signal SIGNAL (a name or a"
						+ " number), checkpoint NAME, restart NAME, define-pset NAME (makes the processes a set of that name), and cancel"
						+ " NAME, which cancels the request with that --request-id, or 'all', and names no processes.",
				"With --json, an object has the members server and answers, a list of objects with key, name, type and value.");
	}

	@Override
	public List<String> operands() {
		return ACTIONS;
	}

	@Override
	ToolCommand.Task task(OptionLine line) {
		List<String> words = line.rest();
		if (words.isEmpty()) {
			throw new IllegalArgumentException("no action is named; actions are " + String.join(", ", ACTIONS));
		}
		String action = words.get(0);
		boolean hasValue = List.of("signal", "checkpoint", "restart", "define-pset", "cancel").contains(action);
		if (hasValue && words.size() == 1) {
			throw new IllegalArgumentException("the action " + action + " needs a value");
		}
		List<Info> infos = new ArrayList<>();
		infos.add(info(action, hasValue ? words.get(1) : "").required());
		List<Proc> targets = words.subList(hasValue ? 2 : 1, words.size()).stream().map(InfoText::proc).toList();
		if (action.equals("cancel") != targets.isEmpty()) {
			throw new IllegalArgumentException(targets.isEmpty() ? "no process is named: NAMESPACE for all ranks of a job, or NAMESPACE:RANK"
					: "the action cancel names no process, but is followed by " + words.get(2));
		}
		line.get(ToolWord.REQUEST_ID).forEach(name -> infos.add(Info.of(JobControlAttributes.JOB_CTRL_ID, name)));
		line.get(ToolWord.INFO).forEach(text -> infos.add(InfoText.parse(text)));
		return (tool, console) -> {
			Infos answers = control(tool, action, targets, infos);
			show(answers, line, tool, console);
			return 0;
		};
	}

	/** Sends the request. If it is refused, unknown targets and unsupported actions are named as such. */
	private static Infos control(PmixTool tool, String action, List<Proc> targets, List<Info> infos) throws PmixException {
		try {
			return tool.control(targets, infos.toArray(Info[]::new));
		} catch (PmixException refusal) {
			JobReader jobs = new JobReader(tool.server(), tool::query);
			for (Proc target : targets) {
				jobs.require(target);
			}
			if (refusal.status().equals(Status.ERR_NOT_SUPPORTED)) {
				throw new PmixException(refusal.status(), refusal.getMessage() + ": the server does not support the action " + action
						+ INSTEAD.getOrDefault(action, ""), refusal);
			}
			throw refusal;
		}
	}

	private static Info info(String action, String value) {
		return switch (action) {
			case "pause" -> Info.of(JobControlAttributes.JOB_CTRL_PAUSE, true);
			case "resume" -> Info.of(JobControlAttributes.JOB_CTRL_RESUME, true);
			case "terminate" -> Info.of(JobControlAttributes.JOB_CTRL_TERMINATE, true);
			case "kill" -> Info.of(JobControlAttributes.JOB_CTRL_KILL, true);
			case "signal" -> Info.of(JobControlAttributes.JOB_CTRL_SIGNAL, signal(value));
			case "checkpoint" -> Info.of(JobControlAttributes.JOB_CTRL_CHECKPOINT, value);
			case "restart" -> Info.of(JobControlAttributes.JOB_CTRL_RESTART, value);
			case "define-pset" -> Info.of(JobControlAttributes.JOB_CTRL_DEFINE_PSET, value);
			case "cancel" -> Info.of(JobControlAttributes.JOB_CTRL_CANCEL, value);
			default -> throw new IllegalArgumentException("unknown action " + action + "; actions are " + String.join(", ", ACTIONS));
		};
	}

	private static int signal(String word) {
		OptionalInt number = LauncherProcess.signalNumber(word);
		return number.orElseThrow(() -> new IllegalArgumentException("there is no signal '" + word + "'; use a name such as USR1, or a number"));
	}
}
