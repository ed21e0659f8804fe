// SPDX-License-Identifier: EPL-2.0
/** The local runtime: starts jobs on this node under an embedded PMIx server, and tells how they went. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host;
