// SPDX-License-Identifier: EPL-2.0
/** Writes answers of servers as tables and as JSON. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.cli.internal.report;
