// SPDX-License-Identifier: EPL-2.0
/** The client role: a process of a job exchanges data with the others through the PMIx server that started it. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.client;
