// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client.internal.iof;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.IofHandler;
import org.pmix4j.client.IofOptions;
import org.pmix4j.client.ProcessIo;
import org.pmix4j.client.Registration;
import org.pmix4j.client.internal.call.SessionCalls;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Proc;

/** The public calls for forwarded output and input. Owned by the session. Thread-safe, because every call runs on the loop. */
public final class IoCalls implements ProcessIo {
	private final SessionCalls calls;
	private final IofOperations operations;

	/**
	 * @param calls      brings calls to the loop
	 * @param operations sends the requests
	 */
	public IoCalls(SessionCalls calls, IofOperations operations) {
		this.calls = calls;
		this.operations = operations;
	}

	@Override
	public Registration pull(IofOptions options, IofHandler handler) throws PmixException {
		return calls.block(() -> pulled(options, handler));
	}

	@Override
	public CompletableFuture<Registration> pullAsync(IofOptions options, IofHandler handler) {
		return calls.start(() -> pulled(options, handler), Registration::close);
	}

	private CompletableFuture<Registration> pulled(IofOptions options, IofHandler handler) {
		return operations.pull(options, handler).thenApply(removal -> () -> calls.post(removal));
	}

	@Override
	public void push(List<Proc> targets, ByteObject data, Info... infos) throws PmixException {
		calls.block(() -> operations.push(targets, data, Infos.of(infos)));
	}

	@Override
	public CompletableFuture<Void> pushAsync(List<Proc> targets, ByteObject data, Info... infos) {
		return calls.start(() -> operations.push(targets, data, Infos.of(infos)));
	}

	@Override
	public void endInput(List<Proc> targets, Info... infos) throws PmixException {
		calls.block(() -> operations.endInput(targets, Infos.of(infos)));
	}

	@Override
	public CompletableFuture<Void> endInputAsync(List<Proc> targets, Info... infos) {
		return calls.start(() -> operations.endInput(targets, Infos.of(infos)));
	}
}
