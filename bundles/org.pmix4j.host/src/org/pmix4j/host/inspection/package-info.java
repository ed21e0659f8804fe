// SPDX-License-Identifier: EPL-2.0
/** What a host of ours tells tools of ours about its jobs beyond the PMIx Standard: keys of queries, and the form of their answers. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.host.inspection;
