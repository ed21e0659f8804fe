// SPDX-License-Identifier: EPL-2.0
/**
 * The attributes of the PMIx Standard and of OpenPMIx, one class per topic.
 *
 * @since 0.1.0
 */
@org.jspecify.annotations.NullMarked
package org.pmix4j.model.attributes;
