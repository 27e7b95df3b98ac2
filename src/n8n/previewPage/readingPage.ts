import type { ReadingSettings } from '../../pages/settings';
import { MARKUP_TEXTS } from '../../pages/texts';
import type { MarkupTexts } from '../../pages/english';
import { MAX_COMMENT } from '../../protocol/reading/readingPost';
import { escapeHtml, type DocumentFrame } from './html';
import { pageWithPreview, type FileView } from './pageParts';

/** What the reading page shows. */
export interface ReadingView extends FileView<ReadingSettings> {
	/** Whom the link was made for. */
	readonly viewer: string;
	/** Whether the page takes a comment with the decision. */
	readonly comment: boolean;
}

const comment = (texts: MarkupTexts): string => `<div class="comment">
<label for="comment">${texts.comment}</label>
<textarea id="comment" rows="2" maxlength="${MAX_COMMENT}" dir="auto" aria-describedby="count"></textarea>
<p id="count"></p>
</div>`;

const decision = (texts: MarkupTexts, hasComment: boolean): string => `<div class="decide scripted" id="decide">
${hasComment ? comment(texts) : ''}
<div class="choices" id="choices">
<button type="button" class="button main" id="approve">${texts.approve}</button>
<button type="button" class="button" id="decline">${texts.decline}</button>
</div>
<div class="choices" id="confirm" role="group" aria-labelledby="confirmText" tabindex="-1" hidden>
<p id="confirmText">${texts.confirm}</p>
<button type="button" class="button danger" id="confirmDecline">${texts.confirmDecline}</button>
<button type="button" class="button" id="back">${texts.back}</button>
</div>
</div>`;

/** What is asked of the reader, and what became of it. */
function question(texts: MarkupTexts, { settings: { ask, media }, comment: hasComment }: ReadingView): string {
	const { title, task } = texts.ask[ask === 'read' && media ? 'play' : ask];
	return `<section class="ask" id="ask" aria-labelledby="askTitle">
<div class="question">
<div role="status" aria-live="polite"><h2 id="askTitle" tabindex="-1">${title}</h2>
<p class="recorded" id="recorded" dir="auto" hidden></p></div>
<p class="scripted" id="missing">${task}</p>
<p class="scripted" id="until"></p>
<p class="plain">${texts.readingUnscripted}</p>
<div role="status" aria-live="polite"><p id="state"></p></div>
<button type="button" class="button" id="again" hidden>${texts.tryNow}</button>
</div>
${ask === 'approve' ? decision(texts, hasComment) : ''}
</section>`;
}

/**
 * The page on which a person reads a file and answers; every value in it is escaped. Without JavaScript the file is
 * shown, and the page says that nothing is recorded.
 */
export function readingPage(frame: DocumentFrame, view: ReadingView): string {
	const texts = MARKUP_TEXTS[frame.language];
	const answer = view.settings.ask === 'read' ? 'read' : view.comment ? 'comment' : 'decision';
	const footer = texts.footer(`<bdi>${escapeHtml(view.viewer)}</bdi>`, texts.shared[answer]);
	return pageWithPreview(frame, {
		...view,
		role: texts.madeFor,
		opensAlone: false,
		below: `<div class="bottom">\n${question(texts, view)}\n<footer><p>${footer}</p></footer>\n</div>`,
		program: 'reading.ts',
		style: 'reading.css',
	});
}
