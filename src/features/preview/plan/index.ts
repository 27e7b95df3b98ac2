export { frameOrigins } from './frameOrigins';
export { openToken, type PageStatement, sealToken } from './pageToken';
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
