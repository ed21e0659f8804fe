// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.tests;

import java.util.List;

import org.junit.jupiter.api.extension.RegisterExtension;
import org.pmix4j.model.Info;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.KeyValueAttributes;
import org.pmix4j.wire.internal.message.DataRequest;
import org.pmix4j.wire.internal.message.ReplyKind;

/** A server whose gets need no host. */
abstract class GetFixture {
	static final Info IMMEDIATE = Info.of(KeyValueAttributes.IMMEDIATE, true);
	@RegisterExtension
	final ServerLog log = new ServerLog();
	final TestServer server;

	GetFixture() throws PmixException {
		server = TestServer.open();
	}

	List<TestPeer> job(int size) throws PmixException {
		server.job("job", size);
		return server.connectAll("job", size);
	}

	static Status status(TestPeer peer, DataRequest.Get get) throws PmixException {
		return peer.ask(get, ReplyKind.GET).status();
	}
}
