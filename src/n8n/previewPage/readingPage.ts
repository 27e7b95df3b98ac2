import { MAX_COMMENT } from '../../protocol/reading/readingPost';
import { escapeHtml, htmlDocument } from './html';
import { pageHeader, pagePreview, pageScripts, PAGE_STATUS } from './pageParts';
import type { ReadingPageData, ReadingState } from './readingContract';
import { READING_STATES } from './readingMessages';
import { readingPageScript } from './readingScript';
import { readingStyle } from './readingStyle';
import { refusalPage } from './refusalPage';

const COMMENT = `<div class="comment">
<label for="comment">Comment (optional)</label>
<textarea id="comment" rows="2" maxlength="${MAX_COMMENT}" dir="auto" aria-describedby="count"></textarea>
<p id="count"></p>
</div>`;

const decision = (comment: boolean): string => `<div class="decide scripted" id="decide">
${comment ? COMMENT : ''}
<div class="choices" id="choices">
<button type="button" class="button main" id="approve">Approve</button>
<button type="button" class="button" id="decline">Decline</button>
</div>
<div class="choices" id="confirm" role="group" aria-labelledby="confirmText" tabindex="-1" hidden>
<p id="confirmText">Decline this file? This cannot be undone.</p>
<button type="button" class="button danger" id="confirmDecline">Yes, decline</button>
<button type="button" class="button" id="back">Back</button>
</div>
</div>`;

/** What is asked of the reader, and what became of it. */
function question({ ask, comment, media }: ReadingPageData): string {
	const [title, task] =
		ask === 'approve'
			? ['Do you approve this file?', '']
			: media
				? ['Please play this file to its end', 'It is recorded when playback reaches the end.']
				: ['Please read this file to its end', 'It is recorded when you have opened every page.'];
	return `<section class="ask" id="ask" aria-labelledby="askTitle">
<div class="question">
<div role="status" aria-live="polite"><h2 id="askTitle" tabindex="-1">${title}</h2>
<p class="recorded" id="recorded" dir="auto" hidden></p></div>
<p class="scripted" id="missing">${task}</p>
<p class="scripted" id="until"></p>
<p class="plain">This page needs JavaScript. Without it you can see the file, but nothing is recorded. Turn JavaScript
on and reload this page.</p>
<div role="status" aria-live="polite"><p id="state"></p></div>
<button type="button" class="button" id="again" hidden>Try again now</button>
</div>
${ask === 'approve' ? decision(comment) : ''}
</section>`;
}

const footer = ({ viewer, ask, comment }: ReadingPageData): string => {
	const answer = ask === 'read' ? 'when you finish reading' : `what you decide${comment ? ' and comment' : ''}`;
	return `<footer><p>The sender of this link sees your name (<bdi>${escapeHtml(viewer)}</bdi>), the pages you open
and ${answer}, and may share this with others.</p></footer>`;
};

/** The settings of the script. */
const settingsOf = ({ eventType, origin, token, ask, media, validMs, until, read }: ReadingPageData) => ({
	type: eventType,
	origin,
	token,
	ask,
	media,
	validMs,
	until,
	read,
});

/**
 * The page on which a person reads a file and answers; every value in it is escaped. Without JavaScript the file is
 * shown, and the page says that nothing is recorded.
 */
export const readingPage = (data: ReadingPageData, nonce: string): string =>
	htmlDocument(
		data.title,
		nonce,
		`${pageHeader({ ...data, role: 'For' })}
${PAGE_STATUS}
${pagePreview(data.filename, data.url)}
<div class="bottom">
${question(data)}
${footer(data)}
</div>
${pageScripts(settingsOf(data), readingPageScript, nonce)}`,
		readingStyle,
	);

/** The page that is shown where there is nothing to answer; it needs no JavaScript. `READING_STATES` has its status. */
export const readingStatePage = (state: ReadingState, nonce: string): string =>
	refusalPage(READING_STATES[state], nonce, state === 'answered' ? 'done' : 'attention');
