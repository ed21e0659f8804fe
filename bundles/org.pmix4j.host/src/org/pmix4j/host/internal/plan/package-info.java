// SPDX-License-Identifier: EPL-2.0
/** The plan of a job, made before it starts: its programs, places and environment, and the job data of its ranks. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.plan;
