// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.hardware;

/** The subject of a query for a binding. C: pmix_bind_envelope_t. */
public enum BindingEnvelope {
	/** The process, that is, its main thread (PMIX_CPUBIND_PROCESS). */
	PROCESS,
	/** The calling thread, or the carrier of a virtual one (PMIX_CPUBIND_THREAD). */
	THREAD
}
