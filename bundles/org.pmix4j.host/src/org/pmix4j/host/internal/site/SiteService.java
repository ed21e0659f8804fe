// SPDX-License-Identifier: EPL-2.0
package org.pmix4j.host.internal.site;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

import org.pmix4j.model.FabricOperation;
import org.pmix4j.model.Info;
import org.pmix4j.model.Infos;
import org.pmix4j.model.PmixException;
import org.pmix4j.model.Status;

/** Tells processes about the storage and the fabric of the site. Owned by the host; thread-safe; may block. */
public final class SiteService {
	private final Optional<Path> file;
	private final String hostname;
	private volatile Site site;

	private SiteService(Optional<Path> file, String hostname, Site site) {
		this.file = file;
		this.hostname = hostname;
		this.site = site;
	}

	/**
	 * @param file     the description of the site
	 * @param hostname of this node
	 * @return the service
	 * @throws IOException if the file cannot be read or has a mistake; the message names the line
	 */
	public static SiteService of(Path file, String hostname) throws IOException {
		return new SiteService(Optional.of(file), hostname, SiteFile.read(file));
	}

	/** @return the service of a host whose site is not described */
	public static SiteService undescribed() {
		return new SiteService(Optional.empty(), "", new Site(List.of(), List.of()));
	}

	/**
	 * @param key of a query
	 * @return whether it requests storage or a fabric
	 */
	public static boolean isAbout(String key) {
		return StorageAnswers.isOne(key) || FabricAnswers.isOne(key);
	}

	/**
	 * Answers a query.
	 *
	 * @param key        of the query
	 * @param qualifiers name a storage system, a fabric or a device
	 * @return the answer; empty if it is not known
	 * @throws PmixException NOT_FOUND if what the qualifiers name is not described, BAD_PARAM if they are ambiguous
	 */
	public Optional<Info> answer(String key, Infos qualifiers) throws PmixException {
		return StorageAnswers.isOne(key) ? StorageAnswers.answer(site.storages(), key, qualifiers)
				: FabricAnswers.answer(site.fabrics(), key, qualifiers, hostname);
	}

	/**
	 * Registers a fabric, or reads its description again.
	 *
	 * @param operation  register or update
	 * @param directives name the fabric
	 * @return what is known about it
	 * @throws PmixException NOT_FOUND if it is not described, NOT_AVAILABLE if the description can no longer be read
	 */
	public Infos fabric(FabricOperation operation, Infos directives) throws PmixException {
		if (operation.equals(FabricOperation.UPDATE_INFO) && file.isPresent()) {
			try {
				site = SiteFile.read(file.get());
			} catch (IOException e) {
				throw new PmixException(Status.ERR_NOT_AVAILABLE, "the fabric was not updated: " + e.getMessage(), e);
			}
		}
		return FabricAnswers.describe(site.fabrics(), directives);
	}
}
