export { frameOrigins } from './viewerLink';
export { openToken, type PageStatement, sealToken } from './viewerLink';
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
