import type { ViewerEvent } from '../protocol/preview/viewerEvent';
import { NOT_FOR_POSTS } from '../protocol/reading/readingPage';
import { AnswerPosts } from './answerPosts';
import { Connection } from './poster';
import { byId, readSettings, showProgress, texts } from './dom';
import { Frame } from './frame';
import { OpenedPages, rangesIn, rangeTexts } from './openedPages';
import type { ReadingSettings } from './settings';

/*
 * The program of the reading page. A page counts as read when the preview names it while the reader can see it: a tab
 * in the background shows nothing. Read to its end means that every page was shown, or that media reached its end.
 */

const RANGES = 6;

const settings = readSettings<ReadingSettings>();
// The query of the address belongs to the link.
const address = (location.href.split('#')[0] ?? '').replace(NOT_FOR_POSTS, '');
const pages = new OpenedPages(settings.read);
const answers = new AnswerPosts(new Connection(address, settings.token, { kind: 'renew' }), settings, pages);

/** The page that the preview shows; 0 as long as it has named none. */
let here = 0;
let mediaEnded = false;

function missingText(): string {
	const missing = pages.missing();
	if (missing.length === 0) return texts.allOpened;
	const ranges = rangesIn(missing);
	const more = ranges.slice(RANGES).reduce((sum, [from, to]) => sum + to - from + 1, 0);
	return texts.missing(missing.length, rangeTexts(ranges.slice(0, RANGES)), more);
}

function showPages(): void {
	const { size, total } = pages;
	if (total === 0) return;
	showProgress(size, total, texts.opened(size, total));
	if (!answers.isOver) byId('missing').textContent = missingText();
}

function onStep(): void {
	showPages();
	pages.keep();
	const isComplete = pages.total > 0 ? pages.size === pages.total : mediaEnded;
	if (settings.ask === 'read' && isComplete) answers.submit({ kind: 'finished' });
	else answers.reportProgress();
}

function countPage(): void {
	if (here > 0 && document.visibilityState === 'visible') pages.add(here);
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
	if (here === 0 || pages.has(here)) return;
	countPage();
	onStep();
}

function onLeave(): void {
	pages.keepNow();
	answers.onLeave();
}

new Frame(settings, answers.connection, { onEvent, onShow, onLeave }).start();
