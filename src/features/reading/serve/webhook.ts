import type { IWebhookFunctions, IWebhookResponseData } from 'n8n-workflow';
import { randomText } from '../../../client/service/singleSignOn';
import { dateIn, MARKUP_TEXTS, TEXTS } from '../../../pages/texts';
import { contentMark } from '../plan/readingPage';
import { defined, filledText } from '../../../protocol/wire/json';
import {
	escapeHtml,
	readingPage,
	type ReadingView,
	freshPreview,
	pageSettings,
	REFUSALS,
	refusalPage,
	refuse,
	respondPage,
	answerVisitor,
	visits,
} from '../../preview';
import { take } from './answers';
import { lookAtFile, readVisit, upToDate, type Look, type Visit } from './visit';

/* The webhook that serves the reading page and takes its posts. */

function viewOf(visit: Visit, look: Look, preview: URL): ReadingView {
	const { caller, stated, item, tokens } = visit;
	const token = tokens.issue({ loadId: randomText(16), shown: look.filehash });
	const { pages, pages_read: pagesRead, due_at: due, seen_filehash: seen } = item;
	const named = filledText(look.info.filename) ?? item.filename;
	const filename = caller.vault.forItems(named);
	return {
		title: filename,
		filename,
		viewer: stated.viewer,
		url: preview.href,
		comment: stated.comment,
		changed: look.changed,
		settings: {
			...pageSettings(caller, preview, filename, token),
			ask: stated.ask,
			allPages: stated.allPages,
			reason: stated.reason,
			content: contentMark(look.filehash),
			...defined({
				until: due === null ? undefined : Date.parse(due),
				read: pages === null || seen !== look.filehash ? undefined : { pages: pagesRead, total: pages },
			}),
		},
	};
}

/** What a person reads who opens a link again: which file was answered, how and when. */
const respondRecorded = (context: IWebhookFunctions, { caller, item }: Visit) =>
	respondPage(context, REFUSALS.answered.status, (frame) => {
		const { outcome, answered_at: at, comment, filename } = item;
		const { answered } = MARKUP_TEXTS[frame.language];
		const file = `<b dir="auto">${escapeHtml(caller.vault.forItems(filename))}</b>`;
		// Without its program, the page says the time of the service.
		const date = at === null ? '' : dateIn(frame.language, Date.parse(at), 'UTC');
		return refusalPage(frame, 'answered', [
			answered[outcome as keyof typeof answered](file),
			at === null ? '' : `<time datetime="${escapeHtml(at)}">${date}</time>`,
			comment === undefined ? '' : escapeHtml(TEXTS[frame.language].yourComment(comment)),
		]);
	});

/** GET: the reading page, or a page that says why there is none. Opening it changes nothing. Throws LibraryError. */
async function servePage(context: IWebhookFunctions): Promise<IWebhookResponseData> {
	const visit = await readVisit(context);
	if (typeof visit === 'string') return refuse(context, visit);
	if (visit.closed === 'answered') return respondRecorded(context, visit);
	if (visit.closed) return refuse(context, visit.closed);
	const waitMs = visits.page(visit.asking);
	if (waitMs > 0) return refuse(context, 'busy', waitMs);
	const { caller, stated } = visit;
	const look = await lookAtFile(visit);
	if (look.outdated) return refuse(context, 'outdated');
	const preview = await freshPreview(caller, {}, stated.file, stated.viewer);
	const view = viewOf(upToDate(visit), look, preview);
	return respondPage(context, 200, (frame) => readingPage(frame, view), { frame: preview.origin });
}

/** Serves the reading page of an execution that waits, and receives what it posts. Never throws. */
export const readingWebhook = async (context: IWebhookFunctions): Promise<IWebhookResponseData> =>
	// A post has a token, and the numbers of all pages.
	await answerVisitor(context, { servePage, maxBytes: 1_000_000, take });
