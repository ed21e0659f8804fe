// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.forward;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.LogAttributes;
import org.pmix4j.server.internal.iof.OwnOutput;
import org.pmix4j.server.internal.peer.Responder;
import org.pmix4j.server.options.ServerOptions;
import org.pmix4j.server.options.ServerRole;

/**
 * Writes log messages to standard output and error if the server is a gateway. All other messages go to the host. Owned by the server, on
 * its loop.
 *
 * @see "PMIx Standard, PMIX_SERVER_GATEWAY; OpenPMIx src/server/pmix_server_ops.c, pmix_server_log"
 */
public final class GatewayLog {
	private final OwnOutput output;
	private final boolean isGateway;

	/**
	 * @param output  takes the messages
	 * @param options of the server
	 */
	public GatewayLog(OwnOutput output, ServerOptions options) {
		this.output = output;
		isGateway = options.roles().contains(ServerRole.GATEWAY);
	}

	/** Returns whether all of the messages can be written here. */
	boolean takes(Infos data) {
		return isGateway && !data.isEmpty() && data.stream().allMatch(info -> (isFor(info, LogAttributes.LOG_STDOUT.key())
				|| isFor(info, LogAttributes.LOG_STDERR.key())) && info.value() instanceof PmixValue.Str);
	}

	private static boolean isFor(Info info, String key) {
		return info.key().equals(key);
	}

	void log(Infos data, Responder responder) {
		CompletableFuture<Void> written = CompletableFuture.completedFuture(null);
		for (Info info : data) {
			if (info.value() instanceof PmixValue.Str(String text)) {
				IofChannel channel = isFor(info, LogAttributes.LOG_STDERR.key()) ? IofChannel.STDERR : IofChannel.STDOUT;
				String line = text.endsWith("\n") ? text : text + "\n";
				written = output.write(channel, line.getBytes(StandardCharsets.UTF_8));
			}
		}
		written.thenRun(() -> responder.reply(Status.SUCCESS));
	}
}
