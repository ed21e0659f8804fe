// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.tests.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import org.pmix4j.host.internal.job.JobHandle;
import org.pmix4j.host.internal.session.SessionRun;
import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.App;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.AllocAttributes;
import org.pmix4j.model.attributes.SessionAttributes;
import org.pmix4j.process.internal.posix.ExitStatus;

/** A host whose sessions a test requests and controls. */
final class SessionHost extends OneNodeHost {
	/** A tool of this user. */
	static final Proc TOOL = Proc.of("tool", 0);

	SessionHost(Path directory) throws Exception {
		super(directory);
	}

	<T> CompletableFuture<T> call(Supplier<CompletionStage<T>> call) {
		return loop.call(call);
	}

	CompletableFuture<Infos> allocate(Proc requester, AllocDirective directive, Info... infos) {
		return call(() -> host.upcalls.allocate(requester, directive, Infos.of(infos)));
	}

	/** Requests a new allocation that is granted at once. */
	SessionRun allocated(Proc requester, Info... infos) throws PmixException {
		Infos reply = allocate(requester, AllocDirective.NEW, infos).join();
		return host.sessions.findAllocation(reply.get(AllocAttributes.ALLOC_ID).orElseThrow()).orElseThrow();
	}

	CompletableFuture<Infos> control(Proc requester, int session, Info... infos) {
		return call(() -> host.upcalls.sessionControl(requester, session, Infos.of(infos)));
	}

	CompletableFuture<String> spawn(Proc requester, int ranks, Info... infos) {
		return call(() -> host.upcalls.spawn(requester, Infos.of(infos), List.of(app(ranks))));
	}

	/** Names a session by its allocation. */
	static Info name(String name) {
		return Info.of(AllocAttributes.ALLOC_ID, name);
	}

	/** Names a session by the request for it. */
	static Info reference(String name) {
		return Info.of(AllocAttributes.ALLOC_REQ_ID, name);
	}

	static Info number(SessionRun session) {
		return Info.of(SessionAttributes.SESSION_ID, session.ids().id());
	}

	static App app(int ranks) {
		return new App("program", List.of("program"), List.of(), "", ranks, Infos.EMPTY);
	}

	JobHandle launch(int ranks) {
		return launch(spec(ranks));
	}

	/** Lets all processes exit with success. */
	void exitAll() {
		exitAll(ExitStatus.exited(0));
	}

	/** Lets the ends of jobs be noticed; waits in real time only for their output, which is written on its own thread. */
	void settle() {
		loop.run();
	}

	/** Waits until a condition holds that the loop brings about. */
	void await(Supplier<Boolean> condition) {
		while (!condition.get()) {
			loop.run();
			Thread.onSpinWait();
		}
	}

	int freeSlots() {
		return host.session.resources().free();
	}

	static void assertFailed(CompletableFuture<?> answer, Status status, String text) {
		assertThat(answer).isCompletedExceptionally();
		assertThat(answer.exceptionNow()).hasMessageContaining(text)
				.isInstanceOfSatisfying(PmixException.class, e -> assertThat(e.status()).isEqualTo(status));
	}
}
