// SPDX-License-Identifier: EPL-2.0
/** Tests of the watch for unreported ends of jobs. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.cli.tests.watch;
