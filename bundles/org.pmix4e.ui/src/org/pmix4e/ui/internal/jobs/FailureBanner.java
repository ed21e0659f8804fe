// SPDX-License-Identifier: EPL-2.0
package org.pmix4e.ui.internal.jobs;

import java.time.Duration;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.format.FormatStyle;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.function.Consumer;

import org.eclipse.jface.layout.GridDataFactory;
import org.eclipse.jface.layout.GridLayoutFactory;
import org.eclipse.jface.resource.JFaceResources;
import org.eclipse.jface.util.IPropertyChangeListener;
import org.eclipse.osgi.util.NLS;
import org.eclipse.swt.SWT;
import org.eclipse.swt.graphics.Color;
import org.eclipse.swt.layout.GridData;
import org.eclipse.swt.widgets.Composite;
import org.eclipse.swt.widgets.Control;
import org.eclipse.swt.widgets.Label;
import org.eclipse.swt.widgets.Link;
import org.eclipse.swt.widgets.ToolBar;
import org.eclipse.swt.widgets.ToolItem;
import org.eclipse.ui.ISharedImages;
import org.eclipse.ui.PlatformUI;
import org.jspecify.annotations.Nullable;
import org.pmix4e.core.model.ElementState;
import org.pmix4e.core.model.FirstFailure;
import org.pmix4e.core.model.NamespaceElement;
import org.pmix4e.core.model.RankElement;
import org.pmix4e.ui.internal.Messages;
import org.pmix4e.ui.internal.PmixColor;
import org.pmix4e.ui.internal.PmixImage;
import org.pmix4e.ui.internal.commands.DebugAgain;
import org.pmix4e.ui.internal.commands.OpenCore;

/**
 * A bar that names the rank that failed first, the reason and the time. It describes the job that failed last, disappears when a newer
 * job is launched or its close button is pressed, and takes no room while it is hidden. Owned by the view, on the thread of the user
 * interface.
 */
final class FailureBanner {
	/** The target of the link that debugs the job again. */
	private static final String DEBUG = "debug";
	/** The target of the link that opens the core file. */
	private static final String CORE = "core";
	private static final String NO_STYLE_SHEET = "org.eclipse.e4.ui.css.disabled";

	private final Composite bar;
	private final Label icon;
	private final Link text;
	private final ToolBar buttons;
	private final Consumer<RankElement> selector;
	private @Nullable FirstFailure shown;
	private @Nullable FirstFailure closed;

	/**
	 * @param parent   has a grid layout of one column
	 * @param selector selects the rank when the user clicks its name
	 */
	FailureBanner(Composite parent, Consumer<RankElement> selector) {
		this.selector = selector;
		bar = new Composite(parent, SWT.NONE);
		GridLayoutFactory.fillDefaults().numColumns(3).margins(6, 3).applyTo(bar);
		GridDataFactory.fillDefaults().grab(true, false).exclude(true).applyTo(bar);
		bar.setVisible(false);
		icon = new Label(bar, SWT.NONE);
		icon.setImage(PmixImage.FAILED.image());
		text = new Link(bar, SWT.WRAP);
		text.setToolTipText(Messages.banner_tooltip);
		text.addListener(SWT.Selection, event -> follow(event.text));
		GridDataFactory.fillDefaults().grab(true, false).align(SWT.FILL, SWT.CENTER).hint(200, SWT.DEFAULT).applyTo(text);
		buttons = new ToolBar(bar, SWT.FLAT);
		ToolItem close = new ToolItem(buttons, SWT.PUSH);
		close.setImage(PlatformUI.getWorkbench().getSharedImages().getImage(ISharedImages.IMG_ELCL_REMOVE));
		close.setToolTipText(Messages.banner_close);
		close.addListener(SWT.Selection, event -> close());
		buttons.addListener(SWT.KeyDown, event -> {
			if (event.character == SWT.CR) {
				close(); // GTK only knows the space key there
			}
		});
		// style sheets for all composites would hide the colors that the theme defines for failures
		for (Control control : List.of(bar, icon, text, buttons)) {
			control.setData(NO_STYLE_SHEET, Boolean.TRUE);
		}
		applyColors();
		IPropertyChangeListener themeListener = event -> applyColors();
		JFaceResources.getColorRegistry().addListener(themeListener);
		bar.addListener(SWT.Dispose, event -> JFaceResources.getColorRegistry().removeListener(themeListener));
	}

	private void applyColors() {
		Color background = PmixColor.FAILURE_BACKGROUND.get();
		Color foreground = PmixColor.FAILURE_FOREGROUND.get();
		for (Control control : List.of(bar, icon, text, buttons)) {
			control.setBackground(background);
			control.setForeground(foreground);
		}
		text.setLinkForeground(foreground);
	}

	/**
	 * Shows the failure of the job that failed last, or hides the bar.
	 *
	 * @return the failed rank if it was not shown before
	 */
	Optional<RankElement> update(List<NamespaceElement> namespaces) {
		Optional<FirstFailure> last = namespaces.stream().flatMap(namespace -> namespace.firstFailure().stream())
				.max(Comparator.comparing(FirstFailure::time))
				.filter(failure -> failure != closed)
				.filter(failure -> namespaces.stream().noneMatch(namespace -> namespace.orderedAt().isAfter(failure.time())));
		Optional<RankElement> news = last.filter(failure -> failure != shown).map(FirstFailure::rank);
		if (last.isPresent()) {
			show(last.get());
		} else {
			hide();
		}
		return news;
	}

	private void show(FirstFailure failure) {
		String sentence = sentence(failure) + offers(failure.rank());
		if (failure != shown || !sentence.equals(text.getText())) {
			shown = failure;
			applyColors();
			text.setText(sentence);
			visible(true);
		}
	}

	/** Returns links to what shows where a signal has ended a rank; empty if there are none. */
	private static String offers(RankElement rank) {
		StringJoiner offers = new StringJoiner(Messages.banner_or, ". ", "").setEmptyValue("");
		if (rank.coreDumped() && OpenCore.isPossible(rank)) {
			offers.add(NLS.bind(Messages.banner_core, CORE));
		}
		if (DebugAgain.isPossible(rank)) {
			offers.add(NLS.bind(Messages.banner_debug, DEBUG));
		}
		return offers.toString();
	}

	private void hide() {
		if (shown != null) {
			shown = null;
			visible(false);
		}
	}

	private void visible(boolean visible) {
		((GridData) bar.getLayoutData()).exclude = !visible;
		bar.setVisible(visible);
		text.requestLayout(); // and with it that of the bar, which keeps the height for the text that was there before
	}

	private void close() {
		closed = shown;
		hide();
	}

	private void follow(@Nullable String link) {
		FirstFailure failure = shown;
		if (failure != null && DEBUG.equals(link)) {
			DebugAgain.launch(List.of(failure.rank()));
		} else if (failure != null && CORE.equals(link)) {
			OpenCore.open(failure.rank());
		} else if (failure != null) {
			selector.accept(failure.rank());
		}
	}

	static String sentence(FirstFailure failure) {
		RankElement rank = failure.rank();
		String time = DateTimeFormatter.ofLocalizedTime(FormatStyle.MEDIUM).withZone(ZoneId.systemDefault()).format(failure.time());
		String sentence = NLS.bind(Messages.banner_failure,
				new Object[] { rank.name(), rank.node().orElse("?"), failure.reason(), duration(failure.after()), time });
		long others = rank.namespace().ranks().stream().filter(other -> other.state() == ElementState.KILLED).count();
		return others == 0 ? sentence : NLS.bind(others == 1 ? Messages.banner_other : Messages.banner_others, sentence, others);
	}

	private static String duration(Duration duration) {
		long millis = duration.toMillis();
		return millis < 1000 ? NLS.bind(Messages.banner_millis, millis)
				: NLS.bind(Messages.banner_seconds, String.format("%.1f", millis / 1000.0));
	}
}
