import { htmlDocument } from './html';
import { pageHeader, pagePreview, pageScripts, PAGE_STATUS } from './pageParts';
import { previewPageScript } from './pageScript';

/** The settings of the page's script. Times in milliseconds. */
export interface PageData {
	/** Event type of the deployment, e.g. `SVC_VIEWER_EVENT`. */
	readonly type: string;
	/** Origin of the preview. */
	readonly origin: string;
	readonly token: string;
	readonly events: readonly string[];
	readonly onlyFinished: boolean;
	readonly throttleMs: number;
	/** Lifetime of a preview link. */
	readonly validMs: number;
	/** Video or audio: its player sends no event before playback starts. */
	readonly media: boolean;
}

/** What the page shows. */
export interface PageView {
	readonly title: string;
	readonly filename: string;
	readonly viewer: string | null;
	/** The preview. */
	readonly url: string;
	readonly data: PageData;
}

const FOOTER = `<footer>
<p class="plain">Without JavaScript, the preview is shown but your progress is not reported. If the preview stays empty,
reload this page: the preview link is valid for 10 minutes.</p>
<p class="scripted">The pages you open and the media you play are reported to the owner of this page.</p>
</footer>`;

/**
 * The page that embeds the preview; every value in it is escaped. Without JavaScript the file is shown, but not
 * tracked.
 */
export const previewPage = (view: PageView, nonce: string): string =>
	htmlDocument(
		view.title,
		nonce,
		`${pageHeader({ ...view, role: 'Shown to', link: view.url })}
${PAGE_STATUS}
${pagePreview(view.filename, view.url)}
${FOOTER}
${pageScripts(view.data, previewPageScript, nonce)}`,
	);
