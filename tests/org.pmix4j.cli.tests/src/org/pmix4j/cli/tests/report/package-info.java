// SPDX-License-Identifier: EPL-2.0
/** Tests how answers of servers are written and directives are read. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.cli.tests.report;
