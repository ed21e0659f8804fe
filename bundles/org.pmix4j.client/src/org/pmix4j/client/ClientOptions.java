// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;

import org.pmix4j.wire.PeerOptions;

/**
 * Where a client finds its server, how long it waits, and who runs the program's callbacks.
 *
 * @param environment  the variables with which the server started this process
 * @param connectLimit for everything that opening a client does: connect, handshake, job information
 * @param requestLimit for each request that sets no limit of its own
 * @param fenceLimit   for each fence that sets no limit of its own. Longer than the request limit, because a fence waits for
 *                     what other processes compute; but not for ever, so that a lost participant is noticed some day
 * @param handlerLimit for each event handler; after it the next handler has its turn
 * @param executor     runs event handlers and completes the futures of asynchronous calls; not in the thread that hands them in
 * @param peer         what is taken from the server
 */
public record ClientOptions(Map<String, String> environment, Duration connectLimit, Duration requestLimit, Duration fenceLimit,
		Duration handlerLimit, Executor executor, PeerOptions peer) {
	/** This process's environment; 30 seconds, but 10 minutes for a fence; virtual threads. */
	public static final ClientOptions DEFAULT = new ClientOptions(System.getenv(), Duration.ofSeconds(30), Duration.ofSeconds(30),
			Duration.ofMinutes(10), Duration.ofSeconds(30),
			Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("pmix-callback-", 0).factory()), PeerOptions.DEFAULT);

	/** @throws IllegalArgumentException if a limit is not positive */
	public ClientOptions {
		if (!connectLimit.isPositive() || !requestLimit.isPositive() || !fenceLimit.isPositive() || !handlerLimit.isPositive()) {
			throw new IllegalArgumentException("limits must be positive: connect " + connectLimit + ", request " + requestLimit
					+ ", fence " + fenceLimit + ", handler " + handlerLimit);
		}
		environment = Map.copyOf(environment);
	}

	/**
	 * @param other the variables with which the server started this process
	 * @return the same options but for that
	 */
	public ClientOptions withEnvironment(Map<String, String> other) {
		return new ClientOptions(other, connectLimit, requestLimit, fenceLimit, handlerLimit, executor, peer);
	}

	/**
	 * @param other for each request that sets no limit of its own
	 * @return the same options but for that
	 */
	public ClientOptions withRequestLimit(Duration other) {
		return new ClientOptions(environment, connectLimit, other, fenceLimit, handlerLimit, executor, peer);
	}

	/**
	 * @param other for each fence that sets no limit of its own
	 * @return the same options but for that
	 */
	public ClientOptions withFenceLimit(Duration other) {
		return new ClientOptions(environment, connectLimit, requestLimit, other, handlerLimit, executor, peer);
	}

	/**
	 * @param other runs event handlers and completes the futures of asynchronous calls
	 * @return the same options but for that
	 */
	public ClientOptions withExecutor(Executor other) {
		return new ClientOptions(environment, connectLimit, requestLimit, fenceLimit, handlerLimit, other, peer);
	}
}
