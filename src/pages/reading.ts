import type { ViewerEvent } from '../features/preview/plan/viewerEvent';
import { NOT_FOR_POSTS } from '../features/reading/plan/readingPage';
import { AnswerPosts } from './answerPosts';
import { Connection, type NewPreview } from './poster';
import { readSettings, showProgress, texts } from './dom';
import { Frame } from './frame';
import { OpenedPages } from './openedPages';
import type { ReadingSettings } from './settings';

/*
 * The program of the reading page. A page counts as read when the preview names it while the reader can see it: a tab
 * in the background shows nothing. Read to its end means that every page was shown, or that media reached its end.
 */

const settings = readSettings<ReadingSettings>();
// The query of the address belongs to the link.
const address = (location.href.split('#')[0] ?? '').replace(NOT_FOR_POSTS, '');
const pages = new OpenedPages(settings.content, settings.read);
const connection = new Connection(address, settings.token, { kind: 'renew' });
const answers = new AnswerPosts(connection, settings, pages, () => void frame.refresh(texts.changedSince));

/** The page that the preview shows; 0 as long as it has named none. */
let here = 0;
let mediaEnded = false;

function showPages(): void {
	const { total, opened } = pages;
	if (total === 0) return;
	showProgress(opened.size, total, texts.opened(opened.size, total));
	answers.showPages();
}

function onStep(): void {
	showPages();
	pages.keep();
	if (settings.ask === 'read' && (pages.isComplete || (pages.total === 0 && mediaEnded)))
		answers.submit({ kind: 'finished' });
	else answers.reportProgress();
}

function countPage(): void {
	if (here > 0 && document.visibilityState === 'visible') pages.opened.add(here);
}

function onEvent({ event, extent, time, finished }: ViewerEvent): void {
	const { current, total } = extent;
	if (event === 'page') {
		pages.setTotal(total);
		here = current;
		countPage();
	} else if (finished) mediaEnded = true;
	if (event !== 'page' || current > 0) answers.position = { current, time };
	onStep();
}

function onShow(): void {
	if (here === 0 || pages.opened.has(here)) return;
	countPage();
	onStep();
}

function onLeave(): void {
	pages.keepNow();
	answers.onLeave();
}

function onRenewed({ content, changed }: NewPreview): void {
	if (typeof content !== 'string' || content === pages.content) return;
	[here, mediaEnded] = [0, false];
	answers.beginAnew(content, changed === true);
}

const frame = new Frame(settings, connection, { onEvent, onShow, onLeave, onRenewed });
