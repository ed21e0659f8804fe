// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.internal.codec;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.pmix4j.model.PmixException;
import org.pmix4j.model.internal.text.PeerText;

/**
 * Decodes the lines of one rank to requests. Most requests are a line; a spawn has a block of lines for each of its programs. Owned by one
 * connection, on its thread.
 */
public final class PmiDecoder {
	/** The greeting of this launcher on a connection that a rank inherits; not a command of PMI. */
	public static final String INHERITED = "inherited";
	private static final String COMMAND = "cmd";
	private static final String BLOCK = "mcmd";
	private static final String BLOCK_END = "endcmd";
	private static final String SPAWN = "spawn";
	private static final String ABORT = "cmd=abort ";
	private static final String MESSAGE = " message=";
	/** The commands with names of services, which may contain blanks. */
	private static final List<String> NAMES = List.of("cmd=publish_name ", "cmd=lookup_name ", "cmd=unpublish_name ");

	/** The block whose end has not come yet. */
	private Optional<Pairs> block = Optional.empty();
	/** The programs of a spawn whose last block has not come yet. */
	private final List<PmiRequest.Program> programs = new ArrayList<>();
	private final Map<String, String> preput = new HashMap<>();
	private int programCount;
	private int spawnLength;
	private int spawnPairs;

	/**
	 * Decodes the next line.
	 *
	 * @param line without its end
	 * @return the request; empty if further lines belong to it
	 * @throws PmixException if the line is malformed or its command is not known; the message names it
	 */
	public Optional<PmiRequest> decode(String line) throws PmixException {
		if (block.isPresent()) {
			return inBlock(block.get(), line);
		}
		if (line.startsWith(BLOCK + "=")) {
			Pairs begun = Pairs.ofLine(line);
			String name = begun.text(BLOCK);
			if (!name.equals(SPAWN)) {
				throw Pairs.malformed("the command '" + PeerText.of(name) + "' of several lines is not known");
			}
			block = Optional.of(begun.of(SPAWN));
			return Optional.empty();
		}
		if (!programs.isEmpty()) {
			throw Pairs.malformed("the spawn of " + programCount + " programs ends after " + programs.size());
		}
		Pairs pairs = NAMES.stream().anyMatch(line::startsWith) ? Pairs.ofName(line) : Pairs.ofLine(withoutMessage(line));
		if (!pairs.has(COMMAND)) {
			throw Pairs.malformed("'" + PeerText.of(line) + "' is not a command of PMI-1");
		}
		return Optional.of(request(pairs.text(COMMAND), pairs));
	}

	/** Returns the pairs of an abort before its message, which has blanks in MPICH 4.2 and for which PMI has no use. */
	private static String withoutMessage(String line) {
		int message = line.startsWith(ABORT) ? line.indexOf(MESSAGE) : -1;
		return message < 0 ? line : line.substring(0, message);
	}

	private static PmiRequest request(String command, Pairs named) throws PmixException {
		Pairs pairs = named.of(command);
		return switch (command) {
			case "initack" -> new PmiRequest.InitAck(pairs.number("pmiid", 0, Integer.MAX_VALUE));
			case INHERITED -> new PmiRequest.Inherited(pairs.number("pmiid", 0, Integer.MAX_VALUE), pairs.text("key"));
			case "init" -> new PmiRequest.Init(pairs.number("pmi_version", 0, Integer.MAX_VALUE),
					pairs.number("pmi_subversion", 0, Integer.MAX_VALUE));
			case "get_maxes" -> new PmiRequest.GetMaxes();
			case "get_appnum" -> new PmiRequest.GetAppNumber();
			case "get_my_kvsname" -> new PmiRequest.GetSpaceName();
			case "get_universe_size" -> new PmiRequest.GetUniverseSize();
			case "put" -> put(pairs);
			case "get" -> new PmiRequest.Get(pairs.name("kvsname", PmiLimits.SPACE_NAME), pairs.name("key", PmiLimits.KEY));
			case "barrier_in" -> new PmiRequest.BarrierIn();
			case "finalize" -> new PmiRequest.End();
			case "abort" -> new PmiRequest.Abort(pairs.number("exitcode", Integer.MIN_VALUE, Integer.MAX_VALUE));
			case "publish_name" -> new PmiRequest.Publish(pairs.name("service", PmiLimits.VALUE), pairs.name("port", PmiLimits.VALUE));
			case "lookup_name" -> new PmiRequest.Lookup(pairs.name("service", PmiLimits.VALUE));
			case "unpublish_name" -> new PmiRequest.Unpublish(pairs.name("service", PmiLimits.VALUE));
			default -> throw Pairs.malformed("the command '" + PeerText.of(command) + "' of PMI-1 is not known");
		};
	}

	private static PmiRequest put(Pairs pairs) throws PmixException {
		return new PmiRequest.Put(pairs.name("kvsname", PmiLimits.SPACE_NAME), pairs.name("key", PmiLimits.KEY), pairs.value("value"));
	}

	private Optional<PmiRequest> inBlock(Pairs begun, String line) throws PmixException {
		spawnLength += line.length();
		if (spawnLength > PmiLimits.SPAWN_LENGTH) {
			throw Pairs.malformed("the request of a spawn is longer than " + PmiLimits.SPAWN_LENGTH + " characters");
		}
		if (!line.equals(BLOCK_END)) {
			spawnPairs++;
			if (spawnPairs > PmiLimits.SPAWN_PAIRS) {
				throw Pairs.malformed("the request of a spawn has more than " + PmiLimits.SPAWN_PAIRS + " pairs");
			}
			begun.add(line, Integer.MAX_VALUE);
			return Optional.empty();
		}
		block = Optional.empty();
		int count = begun.number("totspawns", 1, PmiLimits.PROGRAMS);
		int number = begun.number("spawnssofar", 1, count);
		if (number != programs.size() + 1 || number > 1 && count != programCount) {
			throw Pairs.malformed("program " + number + " of " + count + " of a spawn comes after program " + programs.size()
					+ (number > 1 ? " of " + programCount : ""));
		}
		programCount = count;
		programs.add(program(begun));
		preput.putAll(preput(begun));
		if (number < count) {
			return Optional.empty();
		}
		PmiRequest.Spawn spawn = new PmiRequest.Spawn(programs, preput);
		programs.clear();
		preput.clear();
		spawnLength = 0;
		spawnPairs = 0;
		return Optional.of(spawn);
	}

	private static PmiRequest.Program program(Pairs pairs) throws PmixException {
		int count = pairs.number("argcnt", 0, PmiLimits.SPAWN_PAIRS);
		List<String> arguments = new ArrayList<>();
		for (int i = 1; i <= count; i++) {
			arguments.add(pairs.text("arg" + i));
		}
		Map<String, String> infos = new HashMap<>();
		int keys = pairs.has("info_num") ? pairs.number("info_num", 0, PmiLimits.SPAWN_PAIRS) : 0;
		for (int i = 0; i < keys; i++) {
			infos.put(pairs.text("info_key_" + i), pairs.text("info_val_" + i));
		}
		return new PmiRequest.Program(pairs.number("nprocs", 1, Integer.MAX_VALUE), pairs.name("execname", PmiLimits.LINE), arguments, infos);
	}

	private static Map<String, String> preput(Pairs pairs) throws PmixException {
		Map<String, String> values = new HashMap<>();
		// MPICH 5 gives them with the first program alone
		int count = pairs.has("preput_num") ? pairs.number("preput_num", 0, PmiLimits.SPAWN_PAIRS) : 0;
		for (int i = 0; i < count; i++) {
			values.put(pairs.name("preput_key_" + i, PmiLimits.KEY), pairs.value("preput_val_" + i));
		}
		return values;
	}
}
