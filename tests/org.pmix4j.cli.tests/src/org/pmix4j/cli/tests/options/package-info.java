// SPDX-License-Identifier: EPL-2.0
/** Tests of the options of {@code pmix4j run} against the table of job options. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.cli.tests.options;
