/**
 * Keeps which pages were shown. A page counts when the preview names it while the reader can see it: a tab in the
 * background shows nothing. Read to its end means that every page was shown, or that media reached its end. What was
 * read survives a reload, because it is kept with the entry of the browser's history; a page in n8n's sandbox has no
 * other storage.
 */
export const pagesScript = `
const KEEP_MS = 700;
let seen = new Set(), pageTotal = 0, here = 0, mediaEnded = false, keepTimer = 0;
/* Where the reader is: a page or a second, and when. */
let position = null;
const readKept = () => {
	try { return (history.state || {}).reading || {}; } catch (error) { return {}; }
};
const kept = readKept();
const pagesRead = () => ({ pages: Array.from(seen).sort((a, b) => a - b), total: pageTotal });
const keepNow = () => {
	clearTimeout(keepTimer);
	keepTimer = 0;
	const reading = Object.assign({ comment: byId('comment') ? byId('comment').value : '' }, pagesRead());
	try { history.replaceState({ reading }, ''); } catch (error) { /* Then a reload begins anew. */ }
};
/* Browsers limit how often the history may change. */
const keep = () => { if (!keepTimer) keepTimer = setTimeout(keepNow, KEEP_MS); };

const setTotal = (total) => {
	if (total === pageTotal) return;
	pageTotal = total;
	const isSame = (read) => read && read.total === total && Array.isArray(read.pages);
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
	const ranges = [];
	for (const page of pages) {
		const last = ranges[ranges.length - 1];
		if (last && last[1] === page - 1) last[1] = page;
		else ranges.push([page, page]);
	}
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
	byId('missing').textContent = missingText();
};`;
