import type { PreviewSettings } from '../../pages/settings';
import { MARKUP_TEXTS } from '../../pages/texts';
import type { DocumentFrame } from './html';
import { pageWithPreview } from './pageParts';

/** What the preview page shows. */
export interface PreviewView {
	readonly title: string;
	readonly filename: string;
	readonly viewer: string | null;
	/** The preview. */
	readonly url: string;
	readonly settings: PreviewSettings;
}

/**
 * The page that embeds the preview; every value in it is escaped. Without JavaScript the file is shown, but not
 * tracked.
 */
export function previewPage(frame: DocumentFrame, view: PreviewView): string {
	const { shownTo, unscripted, reported } = MARKUP_TEXTS[frame.language];
	const below = `<footer>
<p class="plain">${unscripted}</p>
<p class="scripted">${reported}</p>
</footer>`;
	return pageWithPreview(frame, {
		...view,
		role: shownTo,
		opensAlone: true,
		below,
		program: 'preview.ts',
		style: 'style.css',
	});
}
