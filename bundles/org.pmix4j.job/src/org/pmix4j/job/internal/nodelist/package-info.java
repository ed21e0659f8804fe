// SPDX-License-Identifier: EPL-2.0
/** Lists of nodes: the words by which users choose nodes and state their slots. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.job.internal.nodelist;
