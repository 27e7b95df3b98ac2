import { END_PART, END_SECONDS } from '../../protocol/preview/viewerEvent';

/**
 * Receives what the frame says. A message counts when it comes from the window of the frame and from the preview's
 * origin. In n8n's sandbox every origin is "null", also that of the frame; there the frame-src rule of the page keeps
 * the frame from navigating to another origin. `report` of the page takes the events.
 */
export const listeningScript = `
/* Players stop a little before the end of media. */
const isNearEnd = (current, total) =>
	current > total / 2 && total - current <= Math.max(${END_SECONDS}, total * ${END_PART});
const isAtEnd = ({ event, current, total }) =>
	total > 0 && (current >= total || (event === 'progress' && isNearEnd(current, total)));
const isAmount = (value, most) => typeof value === 'number' && value >= 0 && value <= most;
const arePages = ({ current, total }) =>
	Number.isInteger(current) && Number.isInteger(total) && total > 0 && current <= total;
const readEvent = (text) => {
	if (typeof text !== 'string' || text.length > 10000) return null;
	let content;
	try { content = JSON.parse(text); } catch (error) { return null; }
	if (!content || typeof content !== 'object' || content.type !== data.type) return null;
	if (!isAmount(content.time, 8.64e15)) return null;
	const event = content.page ? 'page' : 'progress';
	const extent = content[event];
	if (!extent || !isAmount(extent.current, 1e7) || !isAmount(extent.total, 1e7)) return null;
	if (event === 'page' && !arePages(extent)) return null;
	return { event, current: extent.current, total: extent.total, time: content.time };
};
addEventListener('message', (message) => {
	if (message.source === null || message.source !== frame.contentWindow) return;
	if (message.origin !== data.origin && !(sandboxed && message.origin === 'null')) return;
	const event = readEvent(message.data);
	if (!event) return;
	responded = loaded = true;
	byId('loading').hidden = true;
	notify('');
	showProgress(event);
	report(event);
});`;
