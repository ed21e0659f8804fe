// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.slurm.internal;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What each task of srun runs: a shell that starts the program of its rank, and marks in both streams where its output begins and ends,
 * with node, process id and exit code. srun neither reports these nor says whether a last line was finished. Immutable.
 *
 * <p>
 * The first mark is a line of {@value #FIRST_LENGTH} bytes. srun cuts it as all lines that are too long for one of its messages, so its
 * pieces show how long a message is. Behind the last mark come more bytes than srun buffers: at the end of a stream it cuts what it has
 * left anywhere, which then hits these. The shell ends when it is told that both last marks have come: Slurm loses output that it has not
 * read when a task ends.
 *
 * @see "Slurm 22.05, src/slurmd/slurmstepd/io.c and src/common/write_labelled_message.c"
 */
public final class RankScript {
	/** Ends the shells whose programs have ended; by itself each ends a minute after its program, or 2 to 3 seconds after SIGTERM. */
	static final int RELEASE = 14;
	/** The length of the line with the first mark. */
	static final int FIRST_LENGTH = 2500;
	/** The last mark is shorter than any message of srun. */
	static final int SHORTEST_PIECE = 200;
	/** Begins the reason of a rank whose program was not started. */
	static final String MISSING = "missing";
	static final String NOT_EXECUTABLE = "permission";
	static final String NO_DIRECTORY = "directory";
	static final int NOT_FOUND = 127;
	static final int CANNOT_RUN = 126;

	/**
	 * Gets for each program how many ranks run it, how many words follow, and these words. Outlives the signals that Slurm sends to all
	 * processes of a task; the program starts with their default actions. What the shell says of the program's end is not output; dash would
	 * write it where the program writes, so the program gets its streams in a shell of its own, which it replaces.
	 * <p>
	 * When Slurm kills the processes one by one, the program first, the shell may go on for a moment, and Slurm does not find a process that
	 * it starts then, except by control groups. So it waits a second at a time, and what it starts does not hold the task's streams, for whose
	 * end Slurm waits.
	 *
	 * @see "Slurm 22.05, src/plugins/proctrack/linuxproc/kill_tree.c"
	 */
	private static final String OUTER = """
			t=60
			trap t=3 TERM
			trap : HUP INT QUIT ALRM USR1 USR2
			i=$SLURM_PROCID
			while [ "$i" -ge "$1" ]; do i=$((i - $1)); shift $(($2 + 2)); done
			n=$2; shift 2
			k=$#; c=0
			while [ "$c" -lt "$k" ]; do [ "$c" -ge "$n" ] || set -- "$@" "$1"; shift; c=$((c + 1)); done
			exec 9>&2 2>/dev/null
			(exec 2>&9 9>&-; exec "$@")
			c=$?
			trap '' HUP INT QUIT USR1 USR2
			trap 'kill -9 $s 2>/dev/null; exit $c' ALRM
			n=$(printf '%1000s' '')
			set -- "$n" "$n" "$n" "$n" "$n" "$n" "$n" "$n" "$n"
			printf '\\001MARK end %s\\n' $c
			printf '%s\\n' "$@"
			printf '\\001MARK end %s\\n' $c >&9
			printf '%s\\n' "$@" >&9
			exec >/dev/null 9>&-
			while [ $t -gt 0 ]; do sleep 1 & s=$!; wait $s; t=$((t - 1)); done
			exit $c
			""";
	/** Gets the directory and the program; becomes the program. */
	private static final String INNER = """
			d=$1; shift
			r=
			if ! cd "$d" 2>/dev/null; then r=directory
			elif ! command -v "$1" >/dev/null 2>&1; then
				r=missing
				case $1 in */*) [ ! -e "$1" ] || r=permission ;; esac
			fi
			d=$(printf '%-2498s' "MARK start $SLURMD_NODENAME $$ $SLURM_STEP_ID $r")
			printf '\\001%s\\n' "$d"
			printf '\\001%s\\n' "$d" >&2
			case $r in missing) exit 127 ;; ?*) exit 126 ;; esac
			exec "$@"
			""";

	private final String mark;

	/** @param secret part of the marks, which no program writes by chance; letters and digits */
	public RankScript(String secret) {
		mark = "pmix4j-" + secret;
	}

	/** Returns the bytes with which a mark begins. */
	byte[] mark() {
		return ("\u0001" + mark + " ").getBytes(StandardCharsets.US_ASCII);
	}

	/**
	 * {@return the words of the command line behind the options of srun}
	 *
	 * @param programs of the job, in the order of their ranks
	 */
	public List<String> words(List<Program> programs) {
		List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", OUTER.replace("MARK", mark), "pmix4j"));
		for (Program program : programs) {
			List<String> own = new ArrayList<>();
			if (!program.changes().isEmpty()) {
				own.add("env");
				own.addAll(program.changes());
			}
			own.addAll(List.of("/bin/sh", "-c", INNER.replace("MARK", mark), "pmix4j", program.directory()));
			own.addAll(program.words());
			words.add(Integer.toString(program.ranks()));
			words.add(Integer.toString(own.size()));
			words.addAll(own);
		}
		return words;
	}

	/**
	 * One program. Immutable.
	 *
	 * @param ranks     how many ranks run it
	 * @param directory its working directory, absolute
	 * @param changes   of the environment, as words of env(1)
	 * @param words     the program and its arguments
	 */
	public record Program(int ranks, String directory, List<String> changes, List<String> words) {
	}
}
