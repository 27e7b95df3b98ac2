export {
	isWithin,
	MAX_TIME,
	objectIn,
	readPost,
	readViewerEvent,
	type ViewerEvent,
	viewerEventType,
} from './viewerEvent';
export {
	keyFor,
	open,
	pagePath,
	readViewerLink,
	requireViewer,
	seal,
	viewerLink,
	frameOrigins,
	openToken,
	type PageStatement,
	sealToken,
} from './viewerLink';
