export { handlers } from './handler';
export { type GateRules, makeEventGate } from './serve/eventGate';
export { escapeHtml, pageText } from './serve/html';
export {
	previewPage,
	readingPage,
	type ReadingView,
	type Refusal,
	refusalOf,
	refusalPage,
	REFUSALS,
} from './serve/page';
export { freshPreview, nowSeconds, pageSettings } from './serve/preview';
export {
	answeredByN8n,
	answerVisitor,
	refuse,
	refusePost,
	respondEmpty,
	respondJson,
	respondPage,
} from './serve/respond';
export { type Asking, nodeKey, pageCaller, requestsUnderWay, visitorLimits, visits } from './serve/visitorLimits';
export { previewWebhook } from './serve/webhook';
