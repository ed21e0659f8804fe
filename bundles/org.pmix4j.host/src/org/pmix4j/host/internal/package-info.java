// SPDX-License-Identifier: EPL-2.0
/** How the local runtime works: jobs, their ranks, environment, output and end. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal;
