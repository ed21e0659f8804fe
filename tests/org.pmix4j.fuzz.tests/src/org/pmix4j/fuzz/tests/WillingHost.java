// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.fuzz.tests;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.pmix4j.model.AllocDirective;
import org.pmix4j.model.App;
import org.pmix4j.model.ByteObject;
import org.pmix4j.model.FabricOperation;
import org.pmix4j.model.GroupOperation;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.IofChannel;
import org.pmix4j.model.PmixValue;
import org.pmix4j.model.Proc;
import org.pmix4j.model.PublishedData;
import org.pmix4j.model.Query;
import org.pmix4j.model.ResourceBlockDirective;
import org.pmix4j.model.ResourceUnit;
import org.pmix4j.model.Status;
import org.pmix4j.server.spi.Credential;
import org.pmix4j.server.spi.PmixHost;

/**
 * A host that fulfills every request at once and echoes what it received, so that everything the server passes on also returns through it.
 * Runs on the server's executor, which is the test's thread.
 */
final class WillingHost implements PmixHost {
	private static <T> CompletionStage<T> done(T result) {
		return CompletableFuture.completedFuture(result);
	}

	private static CompletionStage<Void> done() {
		return CompletableFuture.completedFuture(null);
	}

	@Override
	public CompletionStage<Void> abort(Proc caller, Object hostObject, Status status, String message, List<Proc> procs) {
		return done();
	}

	@Override
	public CompletionStage<ByteObject> fence(List<Proc> procs, Infos infos, ByteObject data) {
		return done(data);
	}

	@Override
	public CompletionStage<ByteObject> directModex(Proc proc, Infos infos) {
		return done(ByteObject.EMPTY);
	}

	@Override
	public CompletionStage<Void> publish(Proc publisher, Infos infos) {
		return done();
	}

	@Override
	public CompletionStage<List<PublishedData>> lookup(Proc requester, List<String> keys, Infos infos) {
		return done(keys.stream().map(key -> new PublishedData(requester, key, new PmixValue.Str(key))).toList());
	}

	@Override
	public CompletionStage<Void> unpublish(Proc publisher, List<String> keys, Infos infos) {
		return done();
	}

	@Override
	public CompletionStage<String> spawn(Proc requester, Infos infos, List<App> apps) {
		return done("spawned");
	}

	@Override
	public CompletionStage<Void> connect(List<Proc> procs, Infos infos) {
		return done();
	}

	@Override
	public CompletionStage<Void> disconnect(List<Proc> procs, Infos infos) {
		return done();
	}

	@Override
	public CompletionStage<Void> registerEvents(List<Status> codes, Infos infos) {
		return done();
	}

	@Override
	public CompletionStage<Void> deregisterEvents(List<Status> codes) {
		return done();
	}

	@Override
	public CompletionStage<Infos> query(Proc requester, List<Query> queries) {
		List<Info> results = new ArrayList<>();
		for (Query query : queries) {
			query.keys().forEach(key -> results.add(Info.of(key, new PmixValue.Str(key))));
			query.qualifiers().forEach(results::add);
		}
		return done(new Infos(results));
	}

	@Override
	public CompletionStage<Void> log(Proc requester, Infos data, Infos directives) {
		return done();
	}

	@Override
	public CompletionStage<Infos> allocate(Proc requester, AllocDirective directive, Infos infos) {
		return done(infos);
	}

	@Override
	public CompletionStage<Infos> jobControl(Proc requester, List<Proc> targets, Infos directives) {
		return done(directives);
	}

	@Override
	public CompletionStage<Infos> monitor(Proc requester, Info monitor, Status code, Infos directives) {
		return done(directives);
	}

	@Override
	public CompletionStage<Credential> getCredential(Proc requester, Infos infos) {
		return done(new Credential(ByteObject.EMPTY, infos));
	}

	@Override
	public CompletionStage<Infos> validateCredential(Proc requester, ByteObject credential, Infos infos) {
		return done(infos);
	}

	@Override
	public CompletionStage<Void> pullOutput(List<Proc> procs, Infos directives, IofChannel channels) {
		return done();
	}

	@Override
	public CompletionStage<Void> pushInput(Proc source, List<Proc> targets, Infos directives, ByteObject data) {
		return done();
	}

	@Override
	public CompletionStage<Infos> group(GroupOperation operation, String group, List<Proc> procs, Infos infos) {
		return done(infos);
	}

	@Override
	public CompletionStage<Infos> fabric(Proc requester, FabricOperation operation, Infos infos) {
		return done(infos);
	}

	@Override
	public CompletionStage<Infos> sessionControl(Proc requester, int session, Infos directives) {
		return done(directives);
	}

	@Override
	public CompletionStage<Void> resourceBlock(Proc requester, ResourceBlockDirective directive, String block, List<ResourceUnit> units,
			Infos infos) {
		return done();
	}
}
