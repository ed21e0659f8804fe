// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.session;

import java.time.Duration;
import java.util.concurrent.Executor;

import org.pmix4j.wire.PeerOptions;

/**
 * The limits of a session and the executor of its callbacks, for every role. Immutable.
 *
 * @param connectLimit for connect, handshake and the requests that open the session
 * @param requestLimit default limit of a request
 * @param fenceLimit   default limit of a fence
 * @param handlerLimit for each handler of events or output
 * @param executor     runs handlers and completes futures of the program
 * @param peer         limits for the server
 */
public record SessionLimits(Duration connectLimit, Duration requestLimit, Duration fenceLimit, Duration handlerLimit, Executor executor,
		PeerOptions peer) {
}
