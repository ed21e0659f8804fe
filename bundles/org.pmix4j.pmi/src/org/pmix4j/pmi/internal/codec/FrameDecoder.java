// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.internal.codec;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.internal.text.PeerText;

/** Decodes the frames of a rank that speaks PMI-2 to requests. Stateless. */
public final class FrameDecoder {
	private static final String COMMAND = "cmd=";
	private static final String PROGRAM = ";subcmd=";

	private FrameDecoder() {
	}

	/**
	 * Decodes a frame.
	 *
	 * @param frame without its length
	 * @return the request
	 * @throws PmixException if the frame is malformed or its command is not known; the message names it
	 */
	public static PmiRequest decode(String frame) throws PmixException {
		if (!frame.startsWith(COMMAND)) {
			throw Pairs.malformed("'" + PeerText.of(frame) + "' is not a command of PMI-2");
		}
		int end = frame.indexOf(';');
		String command = frame.substring(COMMAND.length(), end < 0 ? frame.length() : end);
		if (command.equals("spawn")) {
			return spawn(frame);
		}
		Pairs pairs = Pairs.ofFrame(frame, PmiLimits.PAIRS).of(command);
		return switch (command) {
			case "fullinit" -> fullInit(pairs);
			case "job-connect" -> new PmiRequest.Connect(pairs.name("jobid", PmiLimits.SPACE_NAME));
			case "job-disconnect" -> new PmiRequest.Disconnect(pairs.name("jobid", PmiLimits.SPACE_NAME));
			case "job-getid" -> new PmiRequest.GetSpaceName();
			case "info-getjobattr" -> new PmiRequest.JobAttribute(key(pairs));
			case "info-putnodeattr" -> new PmiRequest.PutNodeAttribute(key(pairs), pairs.value("value"));
			case "info-getnodeattr" -> new PmiRequest.NodeAttribute(key(pairs), pairs.has("wait") && pairs.text("wait").equalsIgnoreCase("true"));
			case "kvs-put" -> new PmiRequest.Put("", key(pairs), pairs.value("value"));
			case "kvs-get" -> new PmiRequest.Get(pairs.has("jobid") ? pairs.value("jobid") : "", key(pairs));
			case "kvs-fence" -> new PmiRequest.BarrierIn();
			case "ring" -> ring(pairs);
			case "name-publish" -> new PmiRequest.Publish(pairs.name("name", PmiLimits.VALUE), pairs.name("port", PmiLimits.VALUE));
			case "name-lookup" -> new PmiRequest.Lookup(pairs.name("name", PmiLimits.VALUE));
			case "name-unpublish" -> new PmiRequest.Unpublish(pairs.name("name", PmiLimits.VALUE));
			case "finalize" -> new PmiRequest.End();
			case "abort" -> new PmiRequest.Abort(pairs.has("exitcode") ? pairs.number("exitcode", Integer.MIN_VALUE, Integer.MAX_VALUE) : 1);
			default -> throw Pairs.malformed("the command '" + PeerText.of(command) + "' of PMI-2 is not known");
		};
	}

	/** Slurm's libpmi2 names the rank as the source of the request. */
	private static PmiRequest fullInit(Pairs pairs) throws PmixException {
		boolean isSource = !pairs.has("pmirank") && pairs.has("srcid");
		return new PmiRequest.FullInit(pairs.number(isSource ? "srcid" : "pmirank", 0, Integer.MAX_VALUE), isSource);
	}

	/** One process contributes one place; daemons that sum up those of their node are not peers here. */
	private static PmiRequest ring(Pairs pairs) throws PmixException {
		pairs.number("ring-count", 1, 1);
		return new PmiRequest.Ring(pairs.value("ring-left"), pairs.value("ring-right"));
	}

	private static String key(Pairs pairs) throws PmixException {
		return pairs.name("key", PmiLimits.KEY);
	}

	/** Decodes a spawn: its own pairs, and those of each program behind its name. */
	private static PmiRequest spawn(String frame) throws PmixException {
		int at = program(frame, 0);
		Pairs head = Pairs.ofFrame(at < 0 ? frame : frame.substring(0, at), PmiLimits.SPAWN_PAIRS).of("spawn");
		int count = head.number("ncmds", 1, PmiLimits.PROGRAMS);
		List<PmiRequest.Program> programs = new ArrayList<>();
		while (at >= 0) {
			int next = program(frame, at + 1);
			programs.add(program(Pairs.ofFrame(frame.substring(at + 1, next < 0 ? frame.length() : next), PmiLimits.SPAWN_PAIRS).of("spawn")));
			at = next;
		}
		if (programs.size() != count) {
			throw Pairs.malformed("the spawn of " + count + " programs has " + programs.size());
		}
		Map<String, String> preput = new HashMap<>();
		int values = head.has("preputcount") ? head.number("preputcount", 0, PmiLimits.SPAWN_PAIRS) : 0;
		for (int i = 0; i < values; i++) {
			preput.put(head.name("ppkey" + i, PmiLimits.KEY), head.value("ppval" + i));
		}
		return new PmiRequest.Spawn(programs, preput);
	}

	/** Returns the place of the semicolon before the next program, -1 if there is none; two semicolons are one of a value. */
	private static int program(String frame, int from) {
		int at = frame.indexOf(PROGRAM, from);
		while (at >= 0) {
			int first = at;
			while (first > 0 && frame.charAt(first - 1) == ';') {
				first--;
			}
			if ((at - first) % 2 == 0) {
				return at;
			}
			at = frame.indexOf(PROGRAM, at + 1);
		}
		return -1;
	}

	private static PmiRequest.Program program(Pairs pairs) throws PmixException {
		int count = pairs.has("argc") ? pairs.number("argc", 0, PmiLimits.SPAWN_PAIRS) : 0;
		// MPICH counts from 0 on, though its description of the protocol counts from 1 on
		int first = pairs.has("argv0") ? 0 : 1;
		List<String> arguments = new ArrayList<>();
		for (int i = 0; i < count; i++) {
			arguments.add(pairs.text("argv" + (first + i)));
		}
		Map<String, String> infos = new HashMap<>();
		int keys = pairs.has("infokeycount") ? pairs.number("infokeycount", 0, PmiLimits.SPAWN_PAIRS) : 0;
		for (int i = 0; i < keys; i++) {
			infos.put(pairs.text("infokey" + i), pairs.text("infoval" + i));
		}
		return new PmiRequest.Program(pairs.number("maxprocs", 1, Integer.MAX_VALUE), pairs.name("subcmd", PmiLimits.LINE), arguments, infos);
	}
}
