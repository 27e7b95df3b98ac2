/**
 * The part of the page's script that watches the preview: it renews the link, which is valid for a short time only,
 * when the preview does not respond, when it is shown or reloaded after the link has expired, and when the visitor asks
 * for it. `onLeave` and `onShow` of the page are called when the visitor leaves it and returns to it.
 */
export const previewScript = `
const SLOW_MS = 10000, GIVE_UP_MS = 20000;
const FAILED = 'The preview could not be loaded. It may have expired, or the file service cannot be reached.';
let linkedAt = Date.now(), retried = false, renewing = false, timers = [];
/* The link that opens the preview alone; not every page has one. */
const openLink = byId('open');
const isExpired = () => Date.now() - linkedAt > data.validMs;
// A player sends no event before playback starts.
const isAlive = () => responded || (data.media && loaded);

const whenSlow = () => {
	if (!isAlive()) notify('The preview is taking longer than usual. It may still be loading.');
};
const whenSilent = () => {
	if (isAlive()) return;
	if (retried) return showFailure(FAILED);
	retried = true;
	refresh('The preview did not respond. Trying again with a new link…');
};
const watchResponse = () => {
	timers.forEach(clearTimeout);
	loaded = responded = false;
	byId('loading').hidden = false;
	timers = [setTimeout(whenSlow, SLOW_MS), setTimeout(whenSilent, GIVE_UP_MS)];
};
const watchLoading = () => frame.addEventListener('load', () => {
	const reloaded = loaded;
	loaded = true;
	byId('loading').hidden = true;
	// The visitor reloaded the frame alone, with a link that has expired.
	if (reloaded && isExpired()) refresh('The link has expired. Getting a new one…');
});

async function refresh(text) {
	if (renewing) return;
	renewing = true;
	notify(text || 'Reloading the preview…');
	const { ok, url, message } = await renew();
	renewing = false;
	if (!ok) return showFailure(message || 'The preview cannot be shown.');
	// The security rules of this page name one origin only.
	if (new URL(url).origin !== data.origin) return location.reload();
	linkedAt = Date.now();
	if (openLink) openLink.href = url;
	// A new element adds no entry to the history, and messages of the old one no longer count.
	const next = frame.cloneNode(false);
	next.src = url;
	frame.replaceWith(next);
	frame = next;
	watchLoading();
	watchResponse();
	notify('');
}
const refreshWhenLost = () => {
	if (isExpired() && !isAlive()) refresh('The link has expired. Getting a new one…');
};

document.addEventListener('visibilitychange', () => {
	if (document.visibilityState === 'hidden') return onLeave();
	refreshWhenLost();
	onShow();
});
addEventListener('pagehide', onLeave);
addEventListener('pageshow', (event) => { if (event.persisted) refreshWhenLost(); });
for (const id of ['reload', 'retry']) byId(id).addEventListener('click', () => {
	retried = false;
	refresh();
});
if (openLink) openLink.addEventListener('click', (event) => {
	if (!isExpired()) return;
	event.preventDefault();
	refresh('The link has expired and is being renewed. Open it again in a moment.');
});`;
