// SPDX-License-Identifier: EPL-2.0
/**
 * The values that PMIx peers exchange: immutable, without I/O, and independent of the wire format.
 *
 * <h2>Futures</h2>
 *
 * The futures that servers, clients, hosts and jobs return follow one contract. Each call returns a new future; completing or canceling it
 * affects nothing else. A future fails with a {@link org.pmix4j.model.PmixException} unless its method says otherwise. It never completes
 * on an event loop: dependent actions run on the executor of the options, by default in virtual threads, or on the thread that adds them
 * if the future is complete already. They may block, and may close the object that returned the future.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.model;
