// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.interop.tests;

import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;

import org.pmix4j.model.ByteObject;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.Kval;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.PublishedData;
import org.pmix4j.model.Status;
import org.pmix4j.model.attributes.GroupAttributes;
import org.pmix4j.server.spi.Credential;
import org.pmix4j.server.spi.PmixHost;
import org.pmix4j.wire.internal.codec.Dialect;
import org.pmix4j.wire.internal.codec.Encoding;
import org.pmix4j.wire.internal.codec.Packer;

/** A host that records every call and answers in one of the ways that the interface allows or forbids. Thread-safe. */
public final class RecordingHost {
	/** Way of answering. */
	public enum Manner {
		AT_ONCE, LATER, REFUSES, THROWS, RETURNS_NOTHING, NEVER;

		/** @return status that a call must return */
		Status expected() {
			return switch (this) {
				case AT_ONCE, LATER -> Status.SUCCESS;
				case REFUSES -> REFUSAL;
				case THROWS, RETURNS_NOTHING -> Status.ERROR;
				case NEVER -> Status.ERR_TIMEOUT;
			};
		}
	}

	static final Status REFUSAL = Status.ERR_RESOURCE_BUSY;
	/** Calls that always succeed, since without them a client would not connect or finalize. */
	private static final List<String> ALWAYS_WILLING = List.of("clientConnected", "clientFinalized", "toolConnected");
	private static final Executor LATE = CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS);

	private final Manner manner;
	private final CompletableFuture<String> silence = new CompletableFuture<>();
	private final List<Object[]> calls = Collections.synchronizedList(new ArrayList<>());

	public RecordingHost(Manner manner) {
		this.manner = manner;
	}

	public PmixHost proxy() {
		return (PmixHost) Proxy.newProxyInstance(PmixHost.class.getClassLoader(), new Class<?>[] { PmixHost.class },
				(proxy, method, arguments) -> called(method, arguments));
	}

	private Object called(Method method, Object... arguments) throws PmixException {
		List<Object> call = new ArrayList<>(List.of(method.getName()));
		call.addAll(List.of(arguments));
		calls.add(call.toArray());
		Object result = result(method.getName());
		if (ALWAYS_WILLING.contains(method.getName())) {
			return CompletableFuture.completedFuture(result);
		}
		return switch (manner) {
			case AT_ONCE -> CompletableFuture.completedFuture(result);
			case LATER -> CompletableFuture.supplyAsync(() -> result, LATE);
			case REFUSES -> CompletableFuture.failedFuture(new PmixException(REFUSAL, "not now"));
			case THROWS -> throw new IllegalStateException("this host has a fault, and that is a test");
			case RETURNS_NOTHING -> null;
			case NEVER -> {
				silence.complete(method.getName());
				yield new CompletableFuture<>();
			}
		};
	}

	private static Object result(String method) throws PmixException {
		return switch (method) {
			case "fence" -> ByteObject.EMPTY;
			case "directModex" -> new Packer(new Encoding(Dialect.V41, false))
					.put(new Kval("interop.elsewhere", new PmixValue.Str("there"))).toByteObject();
			case "lookup" -> List.of(new PublishedData(Proc.of("other", 0), "interop.port", new PmixValue.Str("1234")));
			case "spawn" -> "child";
			case "toolConnected" -> Proc.of("tool", 0);
			case "group" -> Infos.of(Info.of(GroupAttributes.GROUP_CONTEXT_ID, 77L));
			case "query" -> Infos.of(Info.of("interop.question", new PmixValue.Str("interop.answer")));
			case "allocate", "jobControl", "monitor", "validateCredential", "fabric", "sessionControl" ->
				Infos.of(Info.of("interop.answer", new PmixValue.UInt32(42)));
			case "getCredential" -> new Credential(ByteObject.copyOf(new byte[] { 1, 2, 3 }), Infos.EMPTY);
			default -> null;
		};
	}

	/** @return the first call that remains unanswered */
	CompletableFuture<String> silence() {
		return silence;
	}

	/** @return names of all calls, in order */
	List<String> names() {
		return List.copyOf(calls).stream().map(call -> (String) call[0]).toList();
	}

	/** @return arguments of the first call with a name */
	List<Object> arguments(String name) {
		return List.copyOf(calls).stream().filter(call -> call[0].equals(name)).findFirst().map(call -> List.of(call).subList(1, call.length))
				.orElseThrow(() -> new AssertionError(name + " was not called, only " + names()));
	}
}
