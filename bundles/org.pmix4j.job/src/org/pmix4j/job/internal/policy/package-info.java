// SPDX-License-Identifier: EPL-2.0
/** Policies: the words by which users say how ranks are mapped, ranked and bound. */
@org.jspecify.annotations.NullMarked
package org.pmix4j.job.internal.policy;
