import type { PreviewSettings } from '../../pages/settings';
import { MARKUP_TEXTS } from '../../pages/texts';
import type { DocumentFrame } from './html';
import { pageWithPreview, type FileView } from './pageParts';

/**
 * The page that embeds the preview; every value in it is escaped. Without JavaScript the file is shown, but not
 * tracked.
 */
export function previewPage(frame: DocumentFrame, view: FileView<PreviewSettings>): string {
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
