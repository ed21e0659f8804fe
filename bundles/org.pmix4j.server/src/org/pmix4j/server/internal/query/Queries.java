// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.query;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;
import org.pmix4j.model.Query;
import org.pmix4j.server.internal.hostcall.HostCalls;
import org.pmix4j.server.internal.peer.Responder;
import org.pmix4j.wire.internal.message.ControlRequest;
import org.pmix4j.wire.internal.message.Reply.InfosReply;

/**
 * Answers each query from the server's own data, then from the host, then from defaults. Owned by the server, on the loop.
 *
 * @see "PMIx Standard, chapter Job Management and Reporting, PMIx_Query_info"
 */
public final class Queries {
	private final HostCalls host;
	private final AttributeSupport attributes = new AttributeSupport();
	private final ServerAnswers own;

	public Queries(HostCalls host, ServerFacts facts) {
		this.host = host;
		own = new ServerAnswers(facts, attributes);
	}

	/** Returns the attributes that server and host honor. */
	public AttributeSupport attributes() {
		return attributes;
	}

	/**
	 * Records the server's address.
	 *
	 * @param uri the address in the form for tools
	 */
	public void listening(String uri) {
		assert host.inLoop();
		own.listening(uri);
	}

	/** Answers a query. The host's attributes are requested only if needed: building the list takes time, and few processes request it. */
	public void query(ControlRequest.QueryRequest request, Responder responder) {
		assert host.inLoop();
		if (AttributeSupport.isWanted(request.queries())) {
			host.callAside("supported attributes", h -> CompletableFuture.completedFuture(h.supportedAttributes()), offered -> {
				attributes.offered(offered);
				begin(request, responder);
			}, status -> begin(request, responder));
		} else {
			begin(request, responder);
		}
	}

	/** Requests open answers from the host. Even a refusal has a count of infos, as recorded from the C library. */
	private void begin(ControlRequest.QueryRequest request, Responder responder) {
		Proc asker = responder.peer().proc();
		try {
			Inquiry inquiry = new Inquiry(request.queries(), asker);
			own.before(inquiry, responder.peer().version());
			if (inquiry.isAnswered()) {
				finish(inquiry, responder);
			} else {
				List<Query> open = inquiry.open();
				host.call("query for " + asker, h -> h.query(asker, open), infos -> finish(inquiry, infos, responder), status -> {
					inquiry.refused(status);
					finish(inquiry, responder);
				});
			}
		} catch (PmixException e) {
			responder.reply(new InfosReply(e.status(), Infos.EMPTY));
		}
	}

	private void finish(Inquiry inquiry, Infos given, Responder responder) {
		try {
			inquiry.addHostAnswers(given);
			finish(inquiry, responder);
		} catch (PmixException e) {
			responder.reply(new InfosReply(e.status(), Infos.EMPTY));
		}
	}

	private void finish(Inquiry inquiry, Responder responder) {
		try {
			own.after(inquiry);
			responder.reply(new InfosReply(inquiry.status(responder.peer().version()), inquiry.answers()));
		} catch (PmixException e) {
			responder.reply(new InfosReply(e.status(), Infos.EMPTY));
		}
	}
}
