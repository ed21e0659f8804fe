// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.placement.internal.allocation;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.pmix4j.job.internal.nodelist.NodeEntry;
import org.pmix4j.job.internal.nodelist.NodeEntry.Slots;
import org.pmix4j.job.internal.nodelist.NodeListParser;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.bytes.BytePaths;
import org.pmix4j.placement.internal.allocation.HostfileReader.Line;

/**
 * Reads hostfiles: a node a line, with {@code slots=n}, {@code max-slots=n}, {@code port=n} and {@code username=name} behind it. Lines of
 * rankfiles, {@code rank 0=node slot=1}, give a slot each. User and port have no meaning here, as nothing is started by ssh. Stateless.
 *
 * @see "PRRTE, util/hostfile"
 */
final class Hostfile {
	private Hostfile() {
	}

	/**
	 * Returns the entries of a file in their order.
	 *
	 * @throws PmixException JOB_ALLOC_FAILED if it could not be read, or does not follow the grammar
	 */
	static List<NodeEntry> read(Path file, PlacementFiles files) throws PmixException {
		String name = "hostfile " + BytePaths.text(file);
		try {
			return parse(files.text(file));
		} catch (IOException e) {
			throw new PmixException(Status.ERR_JOB_ALLOC_FAILED, name + " " + e.getMessage(), e);
		} catch (IllegalArgumentException e) {
			throw new PmixException(Status.ERR_JOB_ALLOC_FAILED, name + ", " + e.getMessage(), e);
		}
	}

	/** Returns the entries of a file with that content; throws with a text for users if a line does not follow the grammar. */
	static List<NodeEntry> parse(String text) {
		List<NodeEntry> entries = new ArrayList<>();
		for (Line line : HostfileReader.lines(text)) {
			try {
				entries.add(line.keyword(0).equals("rank") ? rank(line) : node(line));
			} catch (IllegalArgumentException e) {
				throw new IllegalArgumentException("line " + line.number() + ": " + e.getMessage(), e);
			}
		}
		return entries;
	}

	private static NodeEntry rank(Line line) {
		int equal = line.words().indexOf("=");
		if (equal < 0 || equal + 1 == line.words().size()) {
			throw new IllegalArgumentException("a rank needs a node, as in: rank 0=node slot=1");
		}
		return NodeListParser.node(line.words().get(equal + 1)).withRank();
	}

	private static NodeEntry node(Line line) {
		NodeEntry entry = NodeListParser.node(line.words().get(0));
		int at = 1;
		while (at < line.words().size()) {
			if (!line.isAssignment(at + 1)) {
				if (line.isAssignment(at)) {
					throw new IllegalArgumentException("'=' needs a word before it");
				}
				// words without a value have no meaning, as in PRRTE
				at++;
				continue;
			}
			if (at + 2 >= line.words().size()) {
				throw new IllegalArgumentException(line.words().get(at) + "= needs a value");
			}
			entry = with(entry, line, at);
			at += 3;
		}
		return entry.slots() == Slots.OPEN && entry.maxSlots() > 0 ? entry.withSlots(entry.maxSlots()) : entry;
	}

	private static NodeEntry with(NodeEntry entry, Line line, int at) {
		String key = line.keyword(at);
		String value = line.words().get(at + 2);
		switch (key) {
			case "slots", "cpu", "count" -> {
				if (entry.slots() != Slots.OPEN) {
					throw new IllegalArgumentException("the slots of node '" + entry.text() + "' are stated twice");
				}
				NodeEntry stated = entry.withSlots(value);
				return stated.maxSlots() > 0 && stated.maxSlots() < stated.count() ? stated.withMaxSlots(stated.count()) : stated;
			}
			case "slots-max", "max-slots", "cpu-max", "max-cpu", "count-max", "max-count" -> {
				int limit = NodeListParser.number(value, key);
				if (limit < Math.max(1, entry.count())) {
					throw new IllegalArgumentException(
							"node '" + entry.text() + "' has " + Math.max(1, entry.count()) + " slots, which is more than " + key + "=" + limit);
				}
				return entry.withMaxSlots(limit);
			}
			case "port" -> NodeListParser.number(value, key);
			case "username", "user-name" -> {
				// nothing is started by ssh
			}
			default -> throw new IllegalArgumentException(
					"'" + line.words().get(at) + "' is unknown; known are slots, max-slots, username and port");
		}
		return entry;
	}
}
