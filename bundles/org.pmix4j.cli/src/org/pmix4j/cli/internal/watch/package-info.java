// SPDX-License-Identifier: EPL-2.0
/** Notices the end of submitted jobs that their server does not report. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.cli.internal.watch;
