// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.ServerElement;

/** Tests the workbench after its server has failed: its jobs end, the next launch starts another server. */
class ServerFailureTest {
	@RegisterExtension
	final Jobs jobs = new Jobs();

	@Test
	void server_thatFails_isReplacedByTheNextLaunch() throws Exception {
		Launched running = Launched.launch(jobs.script(2, "exec sleep 1000"));
		ServerElement failed = running.namespace().session().server();
		Thread loop = loop(failed);
		loop.getUncaughtExceptionHandler().uncaughtException(loop, new OutOfMemoryError("for the test"));
		running.awaitEnd();
		jobs.await(() -> failed.loss().isPresent());
		assertThat(failed.loss()).hasValueSatisfying(reason -> assertThat(reason).contains("for the test"));
		assertThat(failed.state()).isEqualTo(ElementState.FAILED);
		assertThat(jobs.model().servers()).as("the rows of its jobs stay").contains(failed);
		loop.join(Launched.LIMIT_SECONDS * 1000);

		Launched next = Launched.launch(jobs.script(1, "echo again")).awaitEnd();
		assertThat(next.out()).isEqualTo("[0] again\n");
		assertThat(next.namespace().session().server()).isNotSameAs(failed);

		Jobs.manager().removeLaunch(running.launch());
		jobs.await(() -> !jobs.model().servers().contains(failed));
	}

	/** Returns the thread of a server of this workbench. */
	private static Thread loop(ServerElement server) {
		String host = server.uri().substring(0, server.uri().indexOf('@'));
		return Thread.getAllStackTraces().keySet().stream().filter(thread -> thread.getName().startsWith("pmix-loop-" + host)).findAny()
				.orElseThrow();
	}
}
