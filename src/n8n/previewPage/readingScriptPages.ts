import { MAX_PAGES } from '../../protocol/reading/readingPost';

/**
 * Keeps which pages were shown. A page counts when the preview names it while the reader can see it: a tab in the
 * background shows nothing. Read to its end means that every page was shown, or that media reached its end. What was
 * read survives a reload, because it is kept behind the # of the address, which is not sent to n8n, and a comment in
 * the name of the window: a page in n8n's sandbox has no storage, and no state in the browser's history.
 */
export const pagesScript = `
const NAME = 'file-library-comment:', KEEP_MS = 400, MOST_PAGES = ${MAX_PAGES};
let seen = new Set(), pageTotal = 0, here = 0, mediaEnded = false, keepTimer = 0, keptAt = -Infinity;
/* Where the reader is: a page or a second, and when. */
let position = null;
const pagesRead = () => ({ pages: Array.from(seen).sort((a, b) => a - b), total: pageTotal });
const rangesIn = (pages) => {
	const ranges = [];
	for (const page of pages) {
		const last = ranges[ranges.length - 1];
		if (last && last[1] === page - 1) last[1] = page;
		else ranges.push([page, page]);
	}
	return ranges;
};

/* "#opened=1-3,7/10": pages 1 to 3 and 7 of 10. */
const readKept = () => {
	const found = /^#opened=([\\d,-]*)\\/(\\d{1,6})$/.exec(location.hash);
	const total = found ? Number(found[2]) : 0, pages = [];
	if (total > MOST_PAGES) return { pages, total: 0 };
	for (const range of found ? found[1].split(',').slice(0, total) : []) {
		const [from, to = from] = range.split('-').map(Number);
		/* In ascending order, whatever stands there. */
		const start = Math.max(from, (pages[pages.length - 1] || 0) + 1);
		for (let page = start; page <= Math.min(to, total); page += 1) pages.push(page);
	}
	return { pages, total };
};
const kept = readKept();
const keepNow = () => {
	clearTimeout(keepTimer);
	keepTimer = 0;
	keptAt = Date.now();
	if (pageTotal === 0) return;
	const opened = rangesIn(pagesRead().pages).map(([from, to]) => (from === to ? from : from + '-' + to));
	try { history.replaceState(null, '', '#opened=' + opened + '/' + pageTotal); } catch (error) { /* Not kept. */ }
};
/* Browsers limit how often the address may change. */
const keep = () => {
	if (!keepTimer) keepTimer = setTimeout(keepNow, Math.max(0, keptAt + KEEP_MS - Date.now()));
};

const setTotal = (total) => {
	if (total === pageTotal) return;
	pageTotal = total;
	const isSame = (read) => read && read.total === total;
	for (const { pages } of [data.read, kept].filter(isSame)) pages.forEach((page) => seen.add(page));
	for (const page of Array.from(seen)) if (page > total) seen.delete(page);
};
const countPage = () => {
	if (here > 0 && document.visibilityState === 'visible') seen.add(here);
};
const isComplete = () => (pageTotal > 0 ? seen.size === pageTotal : mediaEnded);

/* Pages as people write them, "3, 5–7": the first ranges, and how many pages are in the others. */
const RANGES = 6;
const rangesOf = (pages) => {
	const ranges = rangesIn(pages);
	const shown = ranges.slice(0, RANGES).map(([from, to]) => (from === to ? '' + from : from + '–' + to));
	const more = ranges.slice(RANGES).reduce((sum, [from, to]) => sum + to - from + 1, 0);
	return shown.join(', ') + (more > 0 ? ' and ' + more + ' more' : '');
};
const missingText = () => {
	const missing = [];
	for (let page = 1; page <= pageTotal; page += 1) if (!seen.has(page)) missing.push(page);
	if (missing.length === 0) return 'You have opened all pages.';
	return 'Not opened yet: page' + (missing.length === 1 ? ' ' : 's ') + rangesOf(missing) + '.';
};
const drawPages = () => {
	if (pageTotal === 0) return;
	byId('bar').max = pageTotal;
	byId('bar').value = seen.size;
	byId('where').textContent = seen.size + ' of ' + pageTotal + (pageTotal === 1 ? ' page' : ' pages') + ' opened';
	if (!done) byId('missing').textContent = missingText();
};`;
