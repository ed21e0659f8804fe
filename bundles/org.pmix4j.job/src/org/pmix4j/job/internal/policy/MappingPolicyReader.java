// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.job.internal.policy;

import java.util.List;
import java.util.Optional;

import org.pmix4j.model.PmixException;

/**
 * Reads a mapping policy: a word and qualifiers, with colons between. Used for one text.
 *
 * @see "PRRTE 3, prterun --help map-by"
 */
public final class MappingPolicyReader {
	/** The words of policies, for messages. */
	public static final String POLICIES = "slot, node, hwthread, core, l1cache, l2cache, l3cache, numa, package, ppr:N:OBJECT, seq, rankfile, "
			+ "pe-list=LIST";
	/** The qualifiers of policies, for messages. */
	public static final String QUALIFIERS = "pe=N, span, oversubscribe, nooversubscribe, nolocal, hwtcpus, corecpus, inherit, noinherit, "
			+ "file=NAME, donotresolve, ordered";
	private static final int MOST_CPUS = 0xffff;

	private final String text;
	private boolean span;
	private Optional<Boolean> oversubscribe = Optional.empty();
	private boolean noLocal;
	private boolean ordered;
	private int cpusPerRank;
	private Optional<Boolean> hwthreads = Optional.empty();
	private Optional<Boolean> inherit = Optional.empty();
	private String file = "";
	private String perResource = "";
	private String cpuList = "";

	private MappingPolicyReader(String text) {
		this.text = text;
	}

	/**
	 * @param text the text of a user; empty for none
	 * @return the policy
	 * @throws PmixException BAD_PARAM if a word is unknown or qualifiers contradict each other; the message names the words
	 */
	public static MappingPolicy read(String text) throws PmixException {
		return text.isEmpty() ? MappingPolicy.OPEN : new MappingPolicyReader(text).read();
	}

	private MappingPolicy read() throws PmixException {
		List<String> parts = Words.split(text, ':');
		int next = 0;
		Optional<MapBy> by = Optional.empty();
		if (text.charAt(0) != ':') {
			if (parts.get(0).equalsIgnoreCase(MapBy.PER_RESOURCE.word())) {
				by = Optional.of(MapBy.PER_RESOURCE);
				perResource = pattern(parts);
				next = 3;
			} else {
				by = Optional.of(policy(parts.get(0)));
				next = 1;
			}
		}
		for (String qualifier : parts.subList(next, parts.size())) {
			qualify(qualifier);
		}
		if (by.equals(Optional.of(MapBy.RANK_FILE)) && file.isEmpty()) {
			throw Words.refused("mapping policy '" + text + "' names no file; rankfile:file=NAME does");
		}
		if (by.equals(Optional.of(MapBy.RANK_FILE)) && ordered) {
			throw Words.refused("mapping policy '" + text + "' must not be ordered; a rank file gives each rank its processors already");
		}
		return new MappingPolicy(by, span, oversubscribe, noLocal, ordered, cpusPerRank, hwthreads, inherit, file, perResource, cpuList);
	}

	private String pattern(List<String> parts) throws PmixException {
		if (parts.size() < 3) {
			throw Words.refused("mapping policy '" + text + "' must be ppr:N:OBJECT, for example ppr:2:package");
		}
		String pattern = parts.get(1) + ":" + parts.get(2);
		PerResource.parse(pattern);
		return pattern;
	}

	private MapBy policy(String given) throws PmixException {
		int equals = given.indexOf('=');
		String word = equals < 0 ? given : given.substring(0, equals);
		if (word.equalsIgnoreCase("dist")) {
			throw Words.refused("mapping policy 'dist' is not supported; allowed are " + POLICIES);
		}
		if (PerResource.isDevice(given)) {
			throw Words.refused("mapping policy '" + given + "' " + PerResource.NO_DEVICES + "; allowed are " + POLICIES);
		}
		MapBy policy = MapBy.of(word).orElseThrow(() -> unknown(word));
		if (policy == MapBy.CPU_LIST) {
			cpuList = equals < 0 ? "" : given.substring(equals + 1);
			CpuRanges.check(cpuList, given);
		} else if (equals >= 0) {
			throw unknown(given);
		}
		if (policy == MapBy.HWTHREAD) {
			hwthreads = Optional.of(true);
		}
		return policy;
	}

	private static PmixException unknown(String word) {
		return Words.refused("mapping policy '" + word + "' is unknown; allowed are " + POLICIES);
	}

	private void qualify(String given) throws PmixException {
		int equals = given.indexOf('=');
		if (equals > 0) {
			qualify(given, given.substring(0, equals), given.substring(equals + 1));
		} else if (Words.matches(given, "span")) {
			span = true;
		} else if (Words.matches(given, "oversubscribe")) {
			oversubscribe = once(oversubscribe, true, "oversubscribe", "nooversubscribe");
		} else if (Words.matches(given, "nooversubscribe")) {
			oversubscribe = once(oversubscribe, false, "oversubscribe", "nooversubscribe");
		} else if (Words.matches(given, "nolocal")) {
			noLocal = true;
		} else if (Words.matches(given, "ordered")) {
			ordered = true;
		} else if (Words.matches(given, "inherit")) {
			inherit = once(inherit, true, "inherit", "noinherit");
		} else if (Words.matches(given, "noinherit")) {
			inherit = once(inherit, false, "inherit", "noinherit");
		} else if (Words.matches(given, "hwtcpus")) {
			hwthreads = once(hwthreads, true, "hwtcpus", "corecpus");
		} else if (Words.matches(given, "corecpus")) {
			hwthreads = once(hwthreads, false, "hwtcpus", "corecpus");
		} else if (!Words.matches(given, "donotresolve")) {
			// host names are never resolved here, so that qualifier is always fulfilled
			throw unknownQualifier(given);
		}
	}

	private void qualify(String given, String word, String value) throws PmixException {
		if (Words.matches(word, "pe")) {
			cpusPerRank = Words.number(value, MOST_CPUS);
			if (cpusPerRank < 1) {
				throw Words.refused("mapping qualifier '" + given + "' must be pe=N with a number of processors from 1 to " + MOST_CPUS);
			}
		} else if (Words.matches(word, "file")) {
			if (value.isEmpty()) {
				throw Words.refused("mapping qualifier '" + given + "' names no file");
			}
			file = value;
		} else {
			throw unknownQualifier(given);
		}
	}

	private Optional<Boolean> once(Optional<Boolean> before, boolean value, String positive, String negative) throws PmixException {
		if (before.isPresent() && before.get() != value) {
			throw Words.refused("mapping policy '" + text + "': the qualifiers " + positive + " and " + negative + " exclude each other");
		}
		return Optional.of(value);
	}

	private static PmixException unknownQualifier(String given) {
		return Words.refused("mapping qualifier '" + given + "' is unknown; allowed are " + QUALIFIERS);
	}
}
