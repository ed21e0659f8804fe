// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.internal.process;

import org.jspecify.annotations.Nullable;
import org.pmix4j.process.internal.posix.InheritedLimits;
import org.pmix4j.process.internal.posix.NativeBuffer;
import org.pmix4j.process.internal.posix.Pipe;
import org.pmix4j.process.internal.posix.Posix;
import org.pmix4j.process.internal.posix.PseudoTerminal;
import org.pmix4j.process.internal.process.SpawnSpec.Output;

/** The pipes of a child about to be started, while this process holds both sides. Owned by a {@link ProcessLoop}. */
final class ChildPipes {

	/** A missing pipe: the child gets /dev/null in its place. */
	private static final Pipe NONE = new Pipe(-1, -1);

	private final Pipe stdin;
	private final Pipe stdout;
	private final Pipe stderr;
	private boolean otherSideClosed;

	private ChildPipes(Pipe stdin, Pipe stdout, Pipe stderr) {
		this.stdin = stdin;
		this.stdout = stdout;
		this.stderr = stderr;
	}

	static ChildPipes open(SpawnSpec spec, NativeBuffer scratch) throws SpawnException {
		boolean piped = !spec.output().isDiscarded();
		Pipe stdin = spec.stdin() ? Pipe.open(scratch) : NONE;
		Pipe stdout = stdin != null && piped ? output(spec.output(), scratch) : NONE;
		Pipe stderr = stdout != null && piped && !spec.output().isMerged() ? Pipe.open(scratch) : NONE;
		if (stdin != null && stdout != null && stderr != null) {
			InheritedLimits limits = InheritedLimits.ofThisProcess();
			return new ChildPipes(new Pipe(stdin.reader(), limits.outOfTheWay(stdin.writer())),
					new Pipe(limits.outOfTheWay(stdout.reader()), stdout.writer()),
					new Pipe(limits.outOfTheWay(stderr.reader()), stderr.writer()));
		}
		int errno = Posix.errno();
		closeBoth(stdin);
		closeBoth(stdout);
		throw SpawnFailure.resources("cannot run " + spec.program().label() + ": ", errno);
	}

	private static @Nullable Pipe output(Output output, NativeBuffer scratch) {
		Pipe terminal = output.terminal().isPresent() ? PseudoTerminal.open(scratch, output.terminal().get()) : null;
		return terminal == null ? Pipe.open(scratch) : terminal;
	}

	/** Starts the child; afterwards its side of the pipes is closed, however that ends. */
	int spawn(Spawner spawner, SpawnSpec spec, int devNull) throws SpawnException {
		try {
			int out = orElse(stdout.writer(), devNull);
			return spawner.spawn(spec, orElse(stdin.reader(), devNull), out, spec.output().isMerged() ? out : orElse(stderr.writer(), devNull));
		} finally {
			closeOtherSide();
		}
	}

	private void closeOtherSide() {
		if (!otherSideClosed) {
			otherSideClosed = true;
			close(stdin.reader());
			close(stdout.writer());
			close(stderr.writer());
		}
	}

	/** Closes both sides of the pipes of a child that is given up. */
	void close() {
		closeOtherSide();
		close(stdin.writer());
		close(stdout.reader());
		close(stderr.reader());
	}

	/**
	 * Returns the inode number of the pipe for the standard error, or else of that for the standard input, 0 if there is none; the standard
	 * output may be a terminal.
	 */
	long pipeInode(NativeBuffer scratch) {
		return stderr.writer() >= 0 ? stderr.inode(scratch) : stdin.writer() >= 0 ? stdin.inode(scratch) : 0;
	}

	/** Returns this side of the standard input, -1 if there is none. */
	int stdin() {
		return stdin.writer();
	}

	/** Returns this side of the standard output, -1 if there is none. */
	int stdout() {
		return stdout.reader();
	}

	/** Returns this side of the standard error, -1 if there is none of its own. */
	int stderr() {
		return stderr.reader();
	}

	private static int orElse(int descriptor, int other) {
		return descriptor >= 0 ? descriptor : other;
	}

	private static void closeBoth(@Nullable Pipe pipe) {
		if (pipe != null) {
			close(pipe.reader());
			close(pipe.writer());
		}
	}

	private static void close(int descriptor) {
		if (descriptor >= 0) {
			Posix.close(descriptor);
		}
	}
}
