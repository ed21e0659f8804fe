// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.internal.names;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.RequestOptions;
import org.pmix4j.client.internal.call.SessionCalls;
import org.pmix4j.client.names.LookupOptions;
import org.pmix4j.client.names.Names;
import org.pmix4j.client.names.PublishOptions;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PublishedData;

/**
 * The public calls for published data. Owned by the session. Thread-safe, because every call runs on the loop.
 *
 * @param calls      brings calls to the loop
 * @param operations sends the requests
 */
public record NameCalls(SessionCalls calls, NameOperations operations) implements Names {
	@Override
	public void publish(Infos data, PublishOptions options) throws PmixException {
		calls.block(() -> operations.publish(data, options));
	}

	@Override
	public CompletableFuture<Void> publishAsync(Infos data, PublishOptions options) {
		return calls.start(() -> operations.publish(data, options));
	}

	@Override
	public List<PublishedData> lookup(List<String> keys, LookupOptions options) throws PmixException {
		return calls.block(() -> operations.lookup(keys, options));
	}

	@Override
	public CompletableFuture<List<PublishedData>> lookupAsync(List<String> keys, LookupOptions options) {
		return calls.start(() -> operations.lookup(keys, options));
	}

	@Override
	public void unpublish(List<String> keys, RequestOptions options) throws PmixException {
		calls.block(() -> operations.unpublish(keys, options));
	}

	@Override
	public CompletableFuture<Void> unpublishAsync(List<String> keys, RequestOptions options) {
		return calls.start(() -> operations.unpublish(keys, options));
	}
}
