// SPDX-License-Identifier: EPL-2.0
/**
 * The command {@code pmix4j}: reads options, runs jobs and reports how they ended.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.cli;
