// SPDX-License-Identifier: EPL-2.0

package org.pmix4j.client.hardware;

/** Whose binding is asked for. C: pmix_bind_envelope_t. */
public enum BindingEnvelope {
	/** That of the process, which is that of its main thread (PMIX_CPUBIND_PROCESS). */
	PROCESS,
	/** That of the calling thread, or of the carrier of a virtual one (PMIX_CPUBIND_THREAD). */
	THREAD
}
