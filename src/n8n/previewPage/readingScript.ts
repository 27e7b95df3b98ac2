import { NOT_FOR_POSTS } from '../../protocol/reading/readingLink';
import { listeningScript } from './pageScriptListen';
import { previewScript } from './pageScriptPreview';
import { retryAfterScript, sharedScript } from './pageScriptShared';
import { answerScript } from './readingScriptAnswer';
import { pagesScript } from './readingScriptPages';
import { postsScript } from './readingScriptPosts';

/** What happens when a page is turned, media is played, or the reader returns to the tab. */
const stepScript = `
const onStep = () => {
	drawPages();
	keep();
	if (done || answer) return;
	if (data.ask === 'read' && isComplete()) submit({ kind: 'finished' });
	else if (position) reportProgress();
};
const report = ({ event, current, total, time }) => {
	if (event === 'page') {
		setTotal(total);
		here = current;
		countPage();
	} else if (isAtEnd({ event, current, total })) mediaEnded = true;
	if (event !== 'page' || current > 0) position = { current, time };
	onStep();
};
const onShow = () => {
	if (here === 0 || seen.has(here)) return;
	countPage();
	onStep();
};`;

/** The parts of the script that decide what is posted and what the reader is told. */
export const readingScript = `${retryAfterScript}
${pagesScript}
${postsScript}
${answerScript}
${stepScript}
${listeningScript}`;

/**
 * The script of the reading page, for browsers (ES2019, no modules). It listens to the frame as the preview page does,
 * and posts to its own address, whose query belongs to the link.
 */
export const readingPageScript = `(() => {
'use strict';
${sharedScript(`location.href.split('#')[0].replace('${NOT_FOR_POSTS}', '')`, "{ kind: 'renew' }")}
${readingScript}
${previewScript}
document.documentElement.classList.add('js');
watchLoading();
watchResponse();
})();`;
