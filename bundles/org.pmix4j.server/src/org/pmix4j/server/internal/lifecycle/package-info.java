// SPDX-License-Identifier: EPL-2.0
/** The life cycle that all components of a server share. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.server.internal.lifecycle;
