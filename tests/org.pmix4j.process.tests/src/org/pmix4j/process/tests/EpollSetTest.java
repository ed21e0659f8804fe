// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.process.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.pmix4j.process.internal.posix.EpollSet;
import org.pmix4j.process.internal.posix.NativeBuffer;
import org.pmix4j.process.internal.posix.Pipe;
import org.pmix4j.process.internal.posix.Posix;

class EpollSetTest {
	private static final int LIMIT = 5_000;
	/** More than one wait returns. */
	private static final int MANY = 300;

	private final NativeBuffer scratch = new NativeBuffer(Posix.STAT_SIZE);
	private final EpollSet set = new EpollSet();
	private final List<Pipe> pipes = new ArrayList<>();

	@AfterEach
	void close() {
		set.close();
		for (Pipe pipe : pipes) {
			Posix.close(pipe.reader());
			Posix.close(pipe.writer());
		}
	}

	private Pipe pipe() {
		return Objects.requireNonNull(Pipe.open(scratch));
	}

	private Pipe readablePipe() {
		Pipe pipe = pipe();
		pipes.add(pipe);
		assertThat(Posix.write(pipe.writer(), scratch.address(), 1)).isEqualTo(1);
		return pipe;
	}

	@Test
	void await_moreReadyThanOneBatch_servesAllInSeveralWaits() {
		List<Integer> served = new ArrayList<>();
		for (int i = 0; i < MANY; i++) {
			int reader = readablePipe().reader();
			set.add(reader, Posix.EPOLLIN, events -> {
				served.add(reader);
				Posix.read(reader, scratch.address(), 1);
			});
		}

		set.await(LIMIT);
		set.await(LIMIT);

		assertThat(served).containsExactlyInAnyOrderElementsOf(pipes.stream().map(Pipe::reader).toList());
	}

	@Test
	void await_entryRemovedInTheSameBatch_isNotServed() {
		List<EpollSet.Entry> entries = new ArrayList<>();
		List<String> served = new ArrayList<>();
		entries.add(set.add(readablePipe().reader(), Posix.EPOLLIN, events -> {
			served.add("first");
			entries.get(1).remove();
		}));
		entries.add(set.add(readablePipe().reader(), Posix.EPOLLIN, events -> {
			served.add("second");
			entries.get(0).remove();
		}));

		set.await(LIMIT);
		set.await(0);

		// the pipes are never read, so the remaining entry is ready each time
		assertThat(served).hasSize(2).containsOnly(served.get(0));
	}

	@Test
	void mute_otherSideClosed_isReportedOnlyAfterEventsAreRequestedAgain() {
		Pipe pipe = pipe();
		List<Integer> served = new ArrayList<>();
		EpollSet.Entry entry = set.add(pipe.reader(), Posix.EPOLLIN, served::add);
		entry.mute();
		Posix.close(pipe.writer());

		set.await(0);
		assertThat(served).isEmpty();
		entry.events(Posix.EPOLLIN);
		set.await(LIMIT);
		assertThat(served).hasSize(1);
		entry.remove();
		Posix.close(pipe.reader());
	}

	@Test
	void events_zero_reportsOnlyErrors() {
		Pipe pipe = pipe();
		List<Integer> served = new ArrayList<>();
		EpollSet.Entry entry = set.add(pipe.writer(), 0, served::add);

		set.await(0);
		assertThat(served).isEmpty();
		Posix.close(pipe.reader());
		set.await(LIMIT);

		assertThat(served).containsExactly(Posix.EPOLLERR);
		entry.remove();
		Posix.close(pipe.writer());
	}
}
