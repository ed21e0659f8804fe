// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.map;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.jface.resource.JFaceResources;
import org.eclipse.jface.util.IPropertyChangeListener;
import org.eclipse.swt.SWT;
import org.eclipse.swt.custom.CTabFolder;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Display;
import org.eclipse.ui.PlatformUI;
import org.eclipse.ui.contexts.IContextService;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.NodeProcessor;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.core.model.SessionElement;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.PmixUi;
import org.pmix4e.ui.internal.parts.CanvasPart;

/**
 * The view Process Map: the ranks of a job on nodes, packages and cores, as a picture and as a table. Created by the workbench, on its
 * thread. Reads the processors of nodes on another thread, once.
 */
public final class MapView extends CanvasPart {
	private final Map<String, List<NodeProcessor>> processors = new HashMap<>();
	private @Nullable MapCanvas canvas;
	private @Nullable Legend legend;
	private @Nullable MapTable table;
	private String placed = "";

	/** For the workbench. */
	public MapView() {
	}

	@Override
	protected void createContents(Composite parent) {
		CTabFolder folder = createTabs(parent);
		Composite page = new Composite(folder, SWT.NONE);
		GridLayoutFactory.fillDefaults().spacing(0, 0).applyTo(page);
		MapCanvas picture = new MapCanvas(page, this::select, this::showOutput);
		GridDataFactory.fillDefaults().grab(true, true).applyTo(picture.control());
		Legend below = new Legend(page);
		GridDataFactory.fillDefaults().grab(true, false).hint(SWT.DEFAULT, Legend.height()).applyTo(below.control());
		MapTable list = new MapTable(folder, this::select, this::showOutput);
		addTab(folder, Messages.map_map, page, picture.canvas());
		addTab(folder, Messages.map_table, list.holder(), list.control());
		IPropertyChangeListener themeListener = event -> update();
		JFaceResources.getColorRegistry().addListener(themeListener);
		folder.addListener(SWT.Dispose, event -> JFaceResources.getColorRegistry().removeListener(themeListener));
		getSite().getService(IContextService.class).activateContext(PmixUi.CONTEXT_JOBS);
		PlatformUI.getWorkbench().getHelpSystem().setHelp(parent, PmixUi.HELP_MAP);
		canvas = picture;
		legend = below;
		table = list;
	}

	@Override
	protected void showJob(Optional<NamespaceElement> shown) {
		placed = "";
		List<RankElement> ranks = shown.map(NamespaceElement::ranks).orElse(List.of());
		if (table != null && legend != null) {
			table.show(ranks);
			legend.show(ranks);
		}
		place(shown);
	}

	/** Shows where the ranks are, if that has changed: ranks have no node before they are placed. */
	private void place(Optional<NamespaceElement> shown) {
		Map<String, List<RankElement>> byNode = new LinkedHashMap<>();
		shown.map(NamespaceElement::ranks).orElse(List.of())
				.forEach(rank -> byNode.computeIfAbsent(rank.node().orElse("?"), node -> new ArrayList<>()).add(rank));
		List<MapNode> nodes = new ArrayList<>();
		StringBuilder places = new StringBuilder();
		byNode.forEach((node, ranks) -> {
			List<NodeProcessor> known = shown.map(NamespaceElement::session).map(session -> processors(session, node)).orElse(List.of());
			nodes.add(new MapNode(node, known, ranks));
			places.append(node).append(' ').append(ranks.size()).append(' ').append(known.size()).append('\n');
		});
		if (canvas != null && !placed.equals(places.toString())) {
			placed = places.toString();
			canvas.show(nodes);
		}
	}

	/** Returns the processors of a node if they are known; otherwise reads them and shows them then. */
	private List<NodeProcessor> processors(SessionElement session, String node) {
		String key = session.server().uri() + " " + node;
		List<NodeProcessor> known = processors.get(key);
		if (known != null || !session.nodes().contains(node)) {
			return known == null ? List.of() : known;
		}
		processors.put(key, List.of());
		Display display = Display.getCurrent();
		CompletableFuture.supplyAsync(() -> session.processors(node)).thenAccept(read -> {
			if (!display.isDisposed()) {
				display.asyncExec(() -> {
					processors.put(key, read);
					update();
				});
			}
		});
		return List.of();
	}

	@Override
	protected void showSelected(Set<RankElement> ranks) {
		if (canvas != null && table != null) {
			canvas.select(ranks);
			table.select(ranks);
		}
	}

	@Override
	protected void update() {
		if (canvas != null && table != null && legend != null && !table.control().isDisposed()) {
			place(job());
			canvas.update();
			legend.show(job().map(NamespaceElement::ranks).orElse(List.of()));
			table.update();
		}
	}
}
