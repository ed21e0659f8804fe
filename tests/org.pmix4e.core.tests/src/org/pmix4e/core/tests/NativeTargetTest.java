// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.debug.core.Launch;
import org.eclipse.debug.core.model.IDebugTarget;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4e.dap.internal.adapter.DebugAdapter;
import org.pmix4e.dap.internal.model.NativeTarget;

/** Tests a debug target with an adapter that behaves as the real ones do only at bad moments. */
class NativeTargetTest {
	/**
	 * Names a thread until the rank is attached, and none when it stops. Tells the end of the rank instead of a reply to continue. Ends with
	 * the rank or its input.
	 */
	private static final String NO_THREADS = """
			import json, sys
			def send(message):
				body = json.dumps(message).encode()
				sys.stdout.buffer.write(b"Content-Length: %d\\r\\n\\r\\n" % len(body) + body)
				sys.stdout.buffer.flush()
			def event(name, body):
				send({"seq": 0, "type": "event", "event": name, "body": body})
			threads = [{"id": 1, "name": "main"}]
			while True:
				length = 0
				for line in iter(lambda: sys.stdin.buffer.readline().strip(), b""):
					length = int(line.split(b":")[1]) if line.startswith(b"Content-Length") else length
				if length == 0:
					break
				request = json.loads(sys.stdin.buffer.read(length))
				name = request["command"]
				if name == "continue":
					event("terminated", {})
					break
				send({"seq": 0, "type": "response", "request_seq": request["seq"], "success": True, "command": name,
					"body": {"threads": threads} if name == "threads" else {}})
				if name == "attach":
					event("initialized", {})
				elif name == "threads" and threads:
					threads = []
					event("stopped", {"reason": "pause", "allThreadsStopped": True})
			""";

	@TempDir
	Path folder;

	private final Launch launch = new Launch(null, ILaunchManager.DEBUG_MODE, null);
	private IdleRank rank;

	@BeforeEach
	void startRank() throws Exception {
		rank = new IdleRank(launch);
	}

	@AfterEach
	void endRank() throws Exception {
		Arrays.stream(launch.getDebugTargets()).map(NativeTarget.class::cast).forEach(NativeTarget::close);
		rank.close();
	}

	private NativeTarget suspended() throws Exception {
		Path script = Files.writeString(folder.resolve("adapter.py"), NO_THREADS);
		DebugAdapter adapter = new DebugAdapter("fake", List.of("/usr/bin/python3", script.toString()));
		NativeTarget target = NativeTarget.attach(adapter, launch, rank.process());
		Debugged.await(target::isSuspended);
		return target;
	}

	@Test
	void stopped_withoutThreads_isSuspendedAndCanGoOn() throws Exception {
		IDebugTarget target = suspended();
		assertThat(target.getThreads()).isEmpty();
		assertThat(target.canResume()).isTrue();
	}

	@Test
	void resume_ofRankThatEndsBeforeTheReply_isNoFailure() throws Exception {
		IDebugTarget target = suspended();
		target.resume();
		Debugged.await(target::isTerminated);
	}
}
