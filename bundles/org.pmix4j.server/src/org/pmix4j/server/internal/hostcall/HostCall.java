// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.server.internal.hostcall;

import java.util.concurrent.CompletionStage;

import org.pmix4j.model.Infos;
import org.pmix4j.server.spi.PmixHost;

/** A call to the host whose result is infos. */
public interface HostCall {
	CompletionStage<Infos> on(PmixHost host);
}
