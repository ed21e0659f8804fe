// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

import org.pmix4j.wire.PeerOptions;

/**
 * Options of a client: its environment, its time limits, and the executor of callbacks. Immutable.
 *
 * @param environment    the variables with which the launcher started this process
 * @param connectLimit   for opening a client: connect, handshake and job information together
 * @param requestLimit   default limit of a request
 * @param fenceLimit     default limit of a fence; longer than the request limit, because a fence waits for the computation of other ranks,
 *                       but finite, so that a lost participant is noticed
 * @param handlerLimit   for each handler of events or output; then the next handler is called
 * @param closingBarrier whether closing a client waits for all ranks of the job, at most for the fence limit (PMIX_EMBED_BARRIER)
 * @param executor       runs handlers and completes the futures of asynchronous calls; must not run tasks on the submitting thread
 * @param peer           limits for the server
 */
public record ClientOptions(Map<String, String> environment, Duration connectLimit, Duration requestLimit, Duration fenceLimit,
		Duration handlerLimit, boolean closingBarrier, Executor executor, PeerOptions peer) {
	/** The environment of this process, 10 minutes for a fence, 30 seconds for everything else, virtual threads. */
	public static final ClientOptions DEFAULT = new ClientOptions(System.getenv(), Duration.ofSeconds(30), Duration.ofSeconds(30),
			Duration.ofMinutes(10), Duration.ofSeconds(30), false,
			Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("pmix-callback-", 0).factory()), PeerOptions.DEFAULT);

	/**
	 * Copies the environment. Every limit is positive; there is no value for an unlimited wait.
	 *
	 * @throws IllegalArgumentException if a limit is not positive
	 */
	public ClientOptions {
		if (!connectLimit.isPositive() || !requestLimit.isPositive() || !fenceLimit.isPositive() || !handlerLimit.isPositive()) {
			throw new IllegalArgumentException("limits must be positive: connect " + connectLimit + ", request " + requestLimit
					+ ", fence " + fenceLimit + ", handler " + handlerLimit);
		}
		environment = Map.copyOf(environment);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value the variables with which the launcher started this process
	 */
	public ClientOptions withEnvironment(Map<String, String> value) {
		return new ClientOptions(value, connectLimit, requestLimit, fenceLimit, handlerLimit, closingBarrier, executor, peer);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value the limit for opening a client
	 */
	public ClientOptions withConnectLimit(Duration value) {
		return new ClientOptions(environment, value, requestLimit, fenceLimit, handlerLimit, closingBarrier, executor, peer);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value the limit of requests that set none
	 */
	public ClientOptions withRequestLimit(Duration value) {
		return new ClientOptions(environment, connectLimit, value, fenceLimit, handlerLimit, closingBarrier, executor, peer);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value the limit of fences that set none
	 */
	public ClientOptions withFenceLimit(Duration value) {
		return new ClientOptions(environment, connectLimit, requestLimit, value, handlerLimit, closingBarrier, executor, peer);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value the limit of handlers
	 */
	public ClientOptions withHandlerLimit(Duration value) {
		return new ClientOptions(environment, connectLimit, requestLimit, fenceLimit, value, closingBarrier, executor, peer);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value whether closing a client waits for all ranks of the job
	 */
	public ClientOptions withClosingBarrier(boolean value) {
		return new ClientOptions(environment, connectLimit, requestLimit, fenceLimit, handlerLimit, value, executor, peer);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value runs handlers and completes futures
	 */
	public ClientOptions withExecutor(Executor value) {
		return new ClientOptions(environment, connectLimit, requestLimit, fenceLimit, handlerLimit, closingBarrier, value, peer);
	}

	/**
	 * {@return a copy with this value}
	 *
	 * @param value limits for the server
	 */
	public ClientOptions withPeer(PeerOptions value) {
		return new ClientOptions(environment, connectLimit, requestLimit, fenceLimit, handlerLimit, closingBarrier, executor, value);
	}
}
