// SPDX-License-Identifier: EPL-2.0
/** The terminals that ranks write to. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.terminal;
