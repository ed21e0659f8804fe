// SPDX-License-Identifier: EPL-2.0
/** The membership of a process in its job: job information, abort and finalize. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client.internal.job;
