// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.names;

import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.pmix4j.client.RequestOptions;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.PublishedData;

/**
 * Publishes data under keys, so that processes of any job can look them up. Belongs to a client and ends with it; published data last as
 * long as their persistence says. Thread-safe.
 *
 * @see "PMIx Standard, chapter Publish/Lookup Operations"
 */
public interface Names {
	/**
	 * Publishes data. A key is unique among the data of its range. C: PMIx_Publish.
	 *
	 * @param data    keys and values, at least one
	 * @param options readers, persistence and limit
	 * @throws PmixException         {@code ERR_DUPLICATE_KEY} if a key is taken, {@code ERR_BAD_PARAM} if there are no data or a directive
	 *                               is malformed, another status if the server refuses, {@code ERR_UNREACH} or {@code ERR_TIMEOUT}
	 * @throws IllegalStateException in a handler
	 */
	void publish(Infos data, PublishOptions options) throws PmixException;

	/**
	 * Publishes data as {@link #publish} does, without waiting. C: PMIx_Publish_nb.
	 *
	 * @param data    keys and values, at least one
	 * @param options readers, persistence and limit
	 * @return completed when the data can be looked up
	 */
	CompletableFuture<Void> publishAsync(Infos data, PublishOptions options);

	/**
	 * Looks up published data. C: PMIx_Lookup.
	 *
	 * @param keys    the keys, at least one
	 * @param options the range, the number of keys to wait for, and the limit
	 * @return the data that were found, each with its publisher; empty if there are none that this process may read
	 * @throws PmixException         {@code ERR_TIMEOUT} if data to wait for were not published within the limit, {@code ERR_NO_PERMISSIONS}
	 *                               if this user may read none of them, another status if the server refuses, {@code ERR_UNREACH}
	 * @throws IllegalStateException in a handler
	 */
	List<PublishedData> lookup(List<String> keys, LookupOptions options) throws PmixException;

	/**
	 * Looks up published data as {@link #lookup} does, without waiting. C: PMIx_Lookup_nb.
	 *
	 * @param keys    the keys, at least one
	 * @param options the range, the number of keys to wait for, and the limit
	 * @return the data that were found
	 */
	CompletableFuture<List<PublishedData>> lookupAsync(List<String> keys, LookupOptions options);

	/**
	 * Withdraws data that this process has published. Keys that it has not published are ignored. C: PMIx_Unpublish.
	 *
	 * @param keys    the keys; empty for all
	 * @param options limit and directives, such as the range
	 * @throws PmixException         the status of the server if it refuses, {@code ERR_UNREACH} or {@code ERR_TIMEOUT}
	 * @throws IllegalStateException in a handler
	 */
	void unpublish(List<String> keys, RequestOptions options) throws PmixException;

	/**
	 * Withdraws data as {@link #unpublish} does, without waiting. C: PMIx_Unpublish_nb.
	 *
	 * @param keys    the keys; empty for all
	 * @param options limit and directives
	 * @return completed when the data can no longer be looked up
	 */
	CompletableFuture<Void> unpublishAsync(List<String> keys, RequestOptions options);
}
