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
export { keyFor, pagePath, readViewerLink, requireViewer, sealing, viewerLink } from './viewerLink';
