import { eventScript } from './pageScriptEvents';
import { previewScript } from './pageScriptPreview';
import { sharedScript } from './pageScriptShared';

/**
 * The script of the preview page, for browsers (ES2019, no modules). It reads its settings from the JSON in #data,
 * listens to the frame, posts viewer events to the address of the page and renews the preview link.
 */
export const previewPageScript = `(() => {
'use strict';
${sharedScript('location.href.split(/[?#]/)[0]', '{ renew: true }')}
${eventScript}
${previewScript}
document.documentElement.classList.add('js');
watchLoading();
watchResponse();
})();`;
