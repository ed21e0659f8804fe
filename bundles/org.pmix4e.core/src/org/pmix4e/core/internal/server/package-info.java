// SPDX-License-Identifier: EPL-2.0
/** The embedded server, and the model of what runs under it. */
@org.jspecify.annotations.NullMarked
package org.pmix4e.core.internal.server;
