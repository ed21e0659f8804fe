// SPDX-License-Identifier: EPL-2.0
/** What is known of a job: read from what the host tells, completed by what follows from it, laid out for each release. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.jobinfo;
