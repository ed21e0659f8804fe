// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.core.tests;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Closeable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.eclipse.core.resources.ResourcesPlugin;
import org.eclipse.debug.core.ILaunchManager;
import org.eclipse.debug.core.Launch;
import org.eclipse.debug.core.model.IDebugTarget;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.pmix4e.dap.NativeLineBreakpoint;
import org.pmix4e.dap.internal.adapter.DebugAdapter;
import org.pmix4e.dap.internal.model.NativeTarget;
import org.pmix4j.testkit.Await;
import org.pmix4j.testkit.Peers;

/** Tests a debug target with an adapter that behaves as the real ones do only at bad moments. */
class NativeTargetTest {
	/** Reads requests until its input ends, and replies to them. */
	private static final String ADAPTER = """
			import json, sys
			def send(message):
				body = json.dumps(message).encode()
				sys.stdout.buffer.write(b"Content-Length: %d\\r\\n\\r\\n" % len(body) + body)
				sys.stdout.buffer.flush()
			def event(name, body):
				send({"seq": 0, "type": "event", "event": name, "body": body})
			def reply(request, body):
				send({"seq": 0, "type": "response", "request_seq": request["seq"], "success": True, "command": request["command"],
					"body": body})
			def requests():
				while True:
					length = 0
					for line in iter(lambda: sys.stdin.buffer.readline().strip(), b""):
						length = int(line.split(b":")[1]) if line.startswith(b"Content-Length") else length
					if length == 0:
						break
					yield json.loads(sys.stdin.buffer.read(length))
			""";

	/** Names a thread until the rank is attached, and none when it stops. Tells the end of the rank instead of a reply to continue. */
	private static final String NO_THREADS = ADAPTER + """
			threads = [{"id": 1, "name": "main"}]
			for request in requests():
				name = request["command"]
				if name == "continue":
					event("terminated", {})
					break
				reply(request, {"threads": threads} if name == "threads" else {})
				if name == "attach":
					event("initialized", {})
				elif name == "threads" and threads:
					threads = []
					event("stopped", {"reason": "pause", "allThreadsStopped": True})
			""";

	/** Waits for the end of a pipe when it has its breakpoints. Stops the rank when it gets further ones. */
	private static final String SLOW = ADAPTER + """
			isAttached = False
			for request in requests():
				name = request["command"]
				if name == "threads" and not isAttached:
					isAttached = True
					open(sys.argv[1]).read()
				reply(request, {"threads": [{"id": 1, "name": "main"}]} if name == "threads" else {})
				if name == "attach":
					event("initialized", {})
				elif name == "setBreakpoints" and isAttached:
					event("stopped", {"reason": "pause", "threadId": 1, "allThreadsStopped": True})
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
		Debugged.endAll();
	}

	private NativeTarget attach(String script, String... arguments) throws Exception {
		List<String> command = new ArrayList<>(List.of("/usr/bin/python3", Files.writeString(folder.resolve("adapter.py"), script).toString()));
		command.addAll(List.of(arguments));
		return NativeTarget.attach(new DebugAdapter("fake", command), launch, rank.process());
	}

	private NativeTarget suspended() throws Exception {
		NativeTarget target = attach(NO_THREADS);
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

	@Test
	void breakpoint_thatIsSetWhileTheAdapterAttaches_isSentToIt() throws Exception {
		Path pipe = folder.resolve("pipe");
		assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
		CompletableFuture<NativeTarget> attached = new CompletableFuture<>();
		Thread.ofPlatform().daemon().start(() -> {
			try {
				attached.complete(attach(SLOW, pipe.toString()));
			} catch (Exception e) {
				attached.completeExceptionally(e);
			}
		});
		try (Closeable writer = Files.newOutputStream(pipe)) { // opens when the adapter reads
			NativeLineBreakpoint.create(ResourcesPlugin.getWorkspace().getRoot(), Peers.source("pmix_steps"), 1);
		}
		NativeTarget target = Await.result(attached);
		Debugged.await(target::isSuspended);
	}
}
