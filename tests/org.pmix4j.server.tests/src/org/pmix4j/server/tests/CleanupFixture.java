// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.JobControlAttributes;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.internal.message.ControlRequest;

/** A job of two ranks, of which rank 0 is connected and registers files in a folder for cleanup. */
final class CleanupFixture {
	static final Proc RANK0 = Proc.of("job", 0);
	static final Proc RANK1 = Proc.of("job", 1);
	static final Info RECURSIVE = Info.of(JobControlAttributes.CLEANUP_RECURSIVE, true);

	/** Records the requests that reached the host. */
	private static final class Controller implements PmixHost {
		private final List<Infos> directives = new ArrayList<>();

		@Override
		public CompletionStage<Infos> jobControl(Proc requester, List<Proc> targets, Infos told) {
			directives.add(told);
			return CompletableFuture.completedFuture(Infos.EMPTY);
		}
	}

	private final Controller host = new Controller();
	private final TestServer server;
	private final TestPeer peer;
	private final Path folder;

	CleanupFixture(Path folder) throws PmixException {
		this.folder = folder;
		server = TestServer.open(host);
		server.job("job", 2);
		peer = server.connect("job", 0);
	}

	TestServer server() {
		return server;
	}

	TestPeer peer() {
		return peer;
	}

	/** @return the requests that reached the host */
	List<Infos> directives() {
		return host.directives;
	}

	Path file(String name) throws IOException {
		Path file = folder.resolve(name);
		Files.createDirectories(file.getParent());
		return Files.writeString(file, name);
	}

	static Info clean(Path path) {
		return Info.of(JobControlAttributes.REGISTER_CLEANUP, path.toString());
	}

	static Info cleanDir(Path path) {
		return Info.of(JobControlAttributes.REGISTER_CLEANUP_DIR, path.toString());
	}

	static Info keep(Path path) {
		return Info.of(JobControlAttributes.CLEANUP_IGNORE, path.toString());
	}

	Status control(List<Proc> targets, Info... infos) throws PmixException {
		return peer.ask(new ControlRequest.JobControl(targets, Infos.of(infos)));
	}

	void endRank0() throws PmixException {
		server.get(server.core().deregisterClient(RANK0));
	}

	void endJob() throws PmixException {
		server.get(server.core().deregisterNamespace("job"));
	}
}
