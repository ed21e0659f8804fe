// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.stacks;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BinaryOperator;

import org.jspecify.annotations.Nullable;
import org.pmix4j.process.internal.posix.ProcFs;

/**
 * Finds the jobs of a user on this machine by the variables that launchers set for ranks: {@code PMIX_NAMESPACE} and {@code PMIX_RANK} of
 * OpenPMIx, {@code PMI_RANK} of MPICH, and {@code OMPI_COMM_WORLD_RANK} of an Open MPI without either. Needs no answer of the launcher,
 * which may hang, too. Stateless.
 */
public final class UserJobs {
	private static final String NAMESPACE = "PMIX_NAMESPACE";
	private static final String RANK = "PMIX_RANK";
	/** Launchers without namespaces, the one that says more first. */
	private static final List<String> OTHER_RANKS = List.of("PMI_RANK", "OMPI_COMM_WORLD_RANK");
	private static final Set<String> VARIABLES = Set.of(NAMESPACE, RANK, "PMI_RANK", "OMPI_COMM_WORLD_RANK");
	private static final Set<String> SHELLS = Set.of("sh", "bash", "dash", "ash", "ksh", "zsh", "csh", "tcsh", "fish", "busybox");
	/** Other programs that only start another one, as their only child. */
	private static final Set<String> WRAPPERS = Set.of("env", "numactl", "taskset", "time", "timeout", "nice", "stdbuf", "setsid", "strace",
			"ltrace", "script", "unshare", "chroot", "nsenter", "xterm", "gdb", "perf");
	/** Daemons that start ranks for a launcher; the kernel keeps 15 letters of a name. */
	private static final Set<String> DAEMONS = Set.of("hydra_pmi_proxy", "orted", "prted");
	/** The kernel counts start times in hundredths of a second; of two processes of one, the later one has the higher number. */
	private static final Comparator<Member> BY_AGE = Comparator.comparing((Member member) -> member.stat.startTime())
			.thenComparing(member -> member.pid);
	private static final String JVM = "java";
	private static final String OURS = "pmix4j";
	private static final int MOST_LETTERS = 200;

	/** What its environment says about a process: the namespace, empty if there is none, and the rank. */
	private record Membership(String nspace, int rank) {
	}

	/** A process that belongs to a rank. */
	private record Member(int pid, Membership of, ProcFs.Stat stat) {
	}

	private final Map<Integer, Member> members = new HashMap<>();
	private final Map<Integer, List<Member>> children = new HashMap<>();

	private UserJobs() {
		for (int pid : ProcFs.pids()) {
			Optional<Membership> of = membership(pid);
			Optional<ProcFs.Stat> stat = of.isEmpty() ? Optional.empty() : ProcFs.stat(pid).filter(found -> !found.isDead());
			stat.ifPresent(found -> members.put(pid, new Member(pid, of.orElseThrow(), found)));
		}
		members.values().forEach(member -> children.computeIfAbsent(member.stat.parent(), parent -> new ArrayList<>()).add(member));
	}

	/**
	 * {@return whether a program is a shell, which may also only start another program}
	 *
	 * @param name the name of its file
	 */
	public static boolean isShell(String name) {
		return SHELLS.contains(name);
	}

	/** {@return the jobs with processes that this user may look at, by name; empty if there are none, or if /proc cannot be read} */
	public static List<FoundJob> find() {
		return new UserJobs().jobs();
	}

	private static Optional<Membership> membership(int pid) {
		Map<String, String> found = ProcFs.variables(pid, VARIABLES);
		if (found.containsKey(NAMESPACE) && found.containsKey(RANK)) {
			return rank(found.get(RANK)).map(rank -> new Membership(found.getOrDefault(NAMESPACE, ""), rank));
		}
		return OTHER_RANKS.stream().map(found::get).flatMap(text -> rank(text).stream()).map(rank -> new Membership("", rank)).findFirst();
	}

	private static Optional<Integer> rank(@Nullable String text) {
		try {
			return text == null ? Optional.empty() : Optional.of(Integer.parseInt(text)).filter(rank -> rank >= 0);
		} catch (NumberFormatException e) {
			return Optional.empty();
		}
	}

	private List<FoundJob> jobs() {
		Map<String, Map<Integer, Member>> jobs = new TreeMap<>();
		members.values().stream().filter(this::isFirst).forEach(first -> jobs.computeIfAbsent(name(first), name -> new TreeMap<>())
				// a process that a rank has left behind has another parent, and is younger
				.merge(first.of.rank, first, BinaryOperator.minBy(BY_AGE)));
		List<FoundJob> found = new ArrayList<>();
		jobs.forEach((name, ranks) -> {
			Member first = ranks.values().iterator().next();
			OptionalInt launcher = launcher(first);
			found.add(new FoundJob(name, !first.of.nspace.isEmpty(), launcher, launcher.isPresent() ? program(launcher.getAsInt()) : "",
					ranks.values().stream().map(this::rank).toList()));
		});
		return found;
	}

	/** Returns whether a process is the first one of its rank. */
	private boolean isFirst(Member member) {
		Member parent = members.get(member.stat.parent());
		return parent == null || !parent.of.equals(member.of);
	}

	private static String name(Member first) {
		return first.of.nspace.isEmpty() ? String.valueOf(launcher(first).orElse(first.pid)) : first.of.nspace;
	}

	/** Returns the process that has started a rank, or else the one that has started that daemon; empty if it has ended. */
	private static OptionalInt launcher(Member first) {
		int parent = first.stat.parent();
		int above = DAEMONS.contains(ProcFs.program(parent).orElse("")) ? ProcFs.stat(parent).map(ProcFs.Stat::parent).orElse(1) : parent;
		int launcher = above > 1 ? above : parent;
		return launcher > 1 ? OptionalInt.of(launcher) : OptionalInt.empty();
	}

	/** Returns the name of a launcher's program; ours is a JVM. */
	private static String program(int pid) {
		String name = ProcFs.program(pid).orElse("");
		return name.equals(JVM) && ProcFs.arguments(pid).stream().anyMatch(word -> word.contains(OURS)) ? OURS : name;
	}

	private FoundRank rank(Member first) {
		Member at = first;
		List<Member> below = below(at);
		while (below.size() == 1 && isWrapper(ProcFs.program(at.pid).orElse(""))) {
			at = below.get(0);
			below = below(at);
		}
		String command = String.join(" ", ProcFs.arguments(at.pid));
		String shown = command.isEmpty() ? ProcFs.program(at.pid).orElse("") : command;
		return new FoundRank(first.of.rank, at.pid, shown.substring(0, Math.min(shown.length(), MOST_LETTERS)));
	}

	private static boolean isWrapper(String program) {
		return isShell(program) || WRAPPERS.contains(program);
	}

	private List<Member> below(Member parent) {
		return children.getOrDefault(parent.pid, List.of()).stream().filter(child -> child.of.equals(parent.of)).toList();
	}
}
