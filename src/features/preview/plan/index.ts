export { frameOrigins } from './frameOrigins';
export { type PageStatement, type PageTokens, pageTokens } from './pageToken';
export {
	isWithin,
	MAX_TIME,
	objectIn,
	readPost,
	readViewerEvent,
	type ViewerEvent,
	viewerEventType,
} from './viewerEvent';
export { keyFor, open, pagePath, readViewerLink, requireViewer, seal, viewerLink } from './viewerLink';
