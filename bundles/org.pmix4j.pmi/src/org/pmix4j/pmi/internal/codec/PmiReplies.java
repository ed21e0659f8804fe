// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.pmi.internal.codec;

import java.util.Optional;

/** Makes the replies to requests that both versions of the protocol have. Refusals take the reason, for people. */
public interface PmiReplies {
	/** @param reason why the process may not connect as the rank that it names */
	PmiReply connectionRefused(String reason);

	/** @param name of the job's key-value space */
	PmiReply spaceName(String name);

	/** @return the reply to a put that was done */
	PmiReply put();

	/** @param reason why the put was refused */
	PmiReply putRefused(String reason);

	/** @param value the value that was found */
	PmiReply got(String value);

	/** @param reason why no value was found */
	PmiReply getRefused(String reason);

	/** @return the end of a barrier */
	PmiReply barrierOut();

	/** @param reason why the barrier cannot complete; empty if the version has no such reply, so that the connection is closed */
	Optional<PmiReply> barrierRefused(String reason);

	/** @return the reply to the end of the use of PMI */
	PmiReply end();

	/** @return the reply to a publish that was done */
	PmiReply published();

	/** @param reason why the name was not published */
	PmiReply publishRefused(String reason);

	/** @param port the port of the service */
	PmiReply found(String port);

	/** @param reason why no port was found */
	PmiReply lookupRefused(String reason);

	/** @return the reply to an unpublish that was done */
	PmiReply unpublished();

	/** @param reason why the name was not withdrawn */
	PmiReply unpublishRefused(String reason);

	/** @param nspace of the job whose ranks run */
	PmiReply spawned(String nspace);

	/** @param reason why the job was not started */
	PmiReply spawnRefused(String reason);

	/**
	 * {@return whether a text can be the value of a pair}
	 *
	 * @param text a text
	 */
	boolean isValue(String text);
}
