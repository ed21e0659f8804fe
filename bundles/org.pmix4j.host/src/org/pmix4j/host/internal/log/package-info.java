// SPDX-License-Identifier: EPL-2.0
/** What processes want to be logged. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.internal.log;
