// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import java.util.List;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.wire.internal.message.DataRequest;

/** A server whose fences need no host. */
abstract class FenceFixture {
	static final Proc ALL = Proc.wildcard("job");
	@RegisterExtension
	final ServerLog log = new ServerLog();
	final TestServer server;

	FenceFixture() throws PmixException {
		server = TestServer.open();
	}

	static DataRequest.Fence fence(Proc... procs) {
		return new DataRequest.Fence(List.of(procs), Infos.EMPTY);
	}

	static DataRequest.Fence fence(Info info) {
		return new DataRequest.Fence(List.of(ALL), Infos.of(info));
	}

	static Info timeout(int seconds) {
		return Info.of(KeyValueAttributes.TIMEOUT, seconds);
	}

	static Proc rank(int rank) {
		return Proc.of("job", rank);
	}
}
