// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.slurm.internal;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.pmix4j.prrte.DvmStarter;

/**
 * salloc, which starts another program in its allocation and ends it with that program; while it waits in the queue it ends with this
 * process, however that ends. Owned by the allocation; {@link #take} is called by the thread that reads its output.
 */
public final class Salloc implements DvmStarter {
	/**
	 * Becomes salloc, and ends it some time after standard input has ended, unless it has ended itself: it is soon ended while it has no
	 * other child, as it waits in the queue then. One whose child ends must not be disturbed, or the allocation stays. The check of the
	 * parent keeps the shell from ending a later process.
	 */
	private static final String GUARDED = "exec 3<&0; (cat <&3; read -r all </proc/$$/task/$$/children; case $all in *' '*) n=60 ;; *) n=8 ;;"
			+ " esac; while [ $n -gt 0 ]; do sleep 0.2; n=$((n - 1)); read -r own name state parent rest </proc/self/stat;"
			+ " [ \"$parent\" = $$ ] || exit; done; kill $$) >/dev/null 2>&1 & exec 3<&-; exec \"$@\"";
	private static final Pattern PENDING = Pattern.compile("salloc: Pending job allocation (\\d+)");
	private static final Pattern GRANTED = Pattern.compile("salloc: Granted job allocation (\\d+)");
	private static final Pattern RELEASED = Pattern.compile("salloc: (Relinquishing job allocation|Job allocation) \\d+.*");
	private static final Duration PAUSE = Duration.ofMillis(200);
	private static final Duration LONGER_PAUSE = Duration.ofSeconds(5);

	private final SlurmCommands commands;
	private final List<String> command;
	private final Consumer<String> messages;
	private final CompletableFuture<Void> granted = new CompletableFuture<>();
	private volatile String id;
	private volatile boolean isReleased;

	private Salloc(String id, SlurmCommands commands, List<String> command, Consumer<String> messages) {
		this.id = id;
		this.commands = commands;
		this.command = command;
		this.messages = messages;
	}

	/**
	 * {@return no salloc, as this process is in an allocation}
	 *
	 * @param id       of the allocation
	 * @param commands of Slurm
	 */
	public static Salloc none(String id, SlurmCommands commands) {
		return new Salloc(id, commands, List.of(), line -> {
		});
	}

	/**
	 * {@return a request}
	 *
	 * @param options  of salloc
	 * @param commands of Slurm
	 * @param messages is given, on a thread of this, lines for the user while the allocation waits in the queue
	 */
	public static Salloc of(List<String> options, SlurmCommands commands, Consumer<String> messages) {
		List<String> command = new ArrayList<>(List.of("sh", "-c", GUARDED, "sh", "salloc"));
		command.addAll(options);
		return new Salloc("", commands, List.copyOf(command), messages);
	}

	/** {@return whether a line of salloc says that the allocation has ended} */
	public static boolean isRelease(String line) {
		return RELEASED.matcher(line).matches();
	}

	/** {@return whether there is a request, whose allocation ends with it} */
	public boolean isOwn() {
		return !command.isEmpty();
	}

	/** {@return the id of the allocation; empty before Slurm has named it} */
	public String id() {
		return id;
	}

	/** Removes the request from the queue, or ends the allocation, unless salloc has done so, or there is none. */
	public void revoke() {
		if (isOwn() && !isReleased && !id.isEmpty()) {
			commands.cancel(id);
		}
	}

	@Override
	public List<String> command() {
		return command;
	}

	@Override
	public boolean take(String line) {
		Matcher pending = PENDING.matcher(line);
		Matcher given = GRANTED.matcher(line);
		if (pending.matches()) {
			id = pending.group(1);
			Thread.ofVirtual().start(this::reportWait);
		} else if (given.matches()) {
			id = given.group(1);
			granted.complete(null);
		}
		isReleased |= isRelease(line) && !line.contains("has been allocated");
		return pending.matches() || given.matches();
	}

	/** Reports why the job waits, whenever the reason changes. */
	private void reportWait() {
		String last = "";
		Duration next = PAUSE;
		while (!granted.isDone() && !isReleased) {
			String now = commands.job(id).filter(QueuedJob::isPending).filter(job -> !job.reason().equals("None")).map(QueuedJob::waiting)
					.orElse(last);
			if (!now.equals(last)) {
				messages.accept(now);
				last = now;
			}
			if (!SlurmCommands.pause(next)) {
				return;
			}
			next = last.isEmpty() ? PAUSE : LONGER_PAUSE;
		}
	}

	@Override
	public CompletableFuture<Void> begun() {
		return granted;
	}

	@Override
	public Optional<String> refusal(List<String> lines) {
		if (granted.isDone()) {
			return Optional.empty();
		}
		String said = lines.stream().map(line -> "\n" + line.strip()).collect(Collectors.joining());
		return Optional.of("Slurm has not granted the allocation" + (said.isEmpty() ? ", and does not say why" : said));
	}
}
