// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.client;

import org.pmix4j.model.PmixException;

/** Thrown when a server has not started a job, or the job has failed before the server could reply. */
public final class SpawnFailedException extends PmixException {
	private static final long serialVersionUID = 1L;

	/** The namespace of the job; empty if the server has not named one. */
	private final String nspace;

	/**
	 * Wraps a refusal and keeps its status and message.
	 *
	 * @param refusal the status and message
	 * @param nspace  the namespace of the job; empty if the server has not named one
	 */
	public SpawnFailedException(PmixException refusal, String nspace) {
		super(refusal.status(), String.valueOf(refusal.getMessage()));
		this.nspace = nspace;
	}

	/** {@return the namespace of the job; empty if the server has not named one} */
	public String nspace() {
		return nspace;
	}
}
