import { ownOperation, returns } from '../../protocol/operation/define';
import { choice, type Field, flag, LOCAL, local, required, shownFor } from '../../protocol/operation/fields';
import { pagePath, requireViewer } from './plan/viewerLink';
import { libraryFileInfo, getAnnotationLink, getPreviewLink } from '../../protocol/catalogue/libraryFiles';
import { by, fileRef } from '../../protocol/catalogue/shared';
import { EXPIRES, requireDeadline } from '../../protocol/catalogue/sharedLinks';
import { inputError } from '../../protocol/wire/libraryError';
import type { ViewerEventItem } from '../../protocol/answers/items';

/* The page that the File Library Preview Trigger serves, and links to it. */

/** Items of Get Viewer Page Link. */
export type ViewerPageLink = {
	link: string;
	viewer: string;
	/** ISO time; null for a link that does not expire. */
	expires_at: string | null;
	hash: string;
	fullpath: string;
	filename: string;
};

const file = by('path', 'Contracts/offer.pdf');
/** What earlier versions had in place of Expires; it counts until something else is chosen there. */
const VALID_FOR = 'How many hours the link works, while Expires is as it was at first';
const HOUR_MS = 3_600_000;
const expiryOf: typeof EXPIRES.deadline.whenEmpty = (entered, now) =>
	entered.validFor !== undefined && (entered.expires ?? 'hours') === 'hours'
		? now + Number(entered.validFor) * HOUR_MS
		: EXPIRES.deadline.whenEmpty?.(entered, now);
/** Nothing closes such a link but its page. */
const FOR_GOOD = { label: 'Never', help: 'The link works as long as the page is published' } as const;

export const getViewerPageLink = ownOperation('libraryViewerPageLink', 'file.getViewerPageLink', libraryFileInfo, {
	action: 'Get a viewer page link for a file',
	forModel: 'Make a signed link that shows a file of File Library to one viewer.',
	summary: 'Create a signed link that shows this file to one viewer on the page of a File Library Preview Trigger',
	input: {
		file: required({ ...fileRef, help: 'The file to show; it may be moved or renamed later' }),
		pageUrl: local.required.text('Production URL of a File Library Preview Trigger with the same credential', {
			label: 'Page URL',
			placeholder: 'e.g. https://n8n.example.com/webhook/contracts',
		}),
		viewer: local.required.text('ID or name of the person, returned with each event', {
			placeholder: 'e.g. zhang.wei',
		}),
		...EXPIRES,
		expires: { ...EXPIRES.expires, choices: { ...EXPIRES.expires.choices, never: FOR_GOOD } },
		deadline: { ...EXPIRES.deadline, ...LOCAL, whenEmpty: expiryOf },
		validFor: local.int(['Valid For (Hours)', VALID_FOR], { former: true, min: 1, max: 87_600 }),
	},
	check: ({ pageUrl, viewer, ...expiry }) => {
		requireDeadline(expiry);
		pagePath(pageUrl);
		requireViewer(viewer);
	},
	// Whoever has the link is its viewer.
	secrets: ['link'],
	items: returns<ViewerPageLink>(),
	example: { file, pageUrl: 'https://n8n.example.com/webhook/contracts', viewer: 'zhang.wei' },
});

const { annotation, annotator, mode } = getAnnotationLink.input;
/** An option that says something about annotations only. */
const annotated = <F extends Field>(field: F): F & { readonly place: 'options' } => ({
	...field,
	...shownFor('annotation', 'on', 'display'),
	place: 'options',
});

/** The form of the trigger. It is not an operation of a node: serving the page makes these requests. */
export const previewTrigger = ownOperation('fileLibraryPreviewTrigger', 'trigger.viewerEvents', getPreviewLink, {
	action: 'Serve a preview page',
	summary:
		'Serve a page that embeds the preview of a file, and start the workflow with one item for each viewer event: ' +
		'a page is turned, or media is played',
	covers: [libraryFileInfo, getPreviewLink, getAnnotationLink],
	reads: true,
	input: {
		file: required({
			...fileRef,
			help: 'The file to show. A link created by Get Viewer Page Link shows its own file instead.',
		}),
		events: local.required.multi(['Trigger On', 'Which events start the workflow'], {
			default: ['page', 'progress'],
			choices: {
				page: ['Document Pages', 'When the document opens, and when a page is turned'],
				progress: ['Video and Audio Playback', 'At the start, every 5 seconds, and at the end'],
			},
		}),
		requireViewer: local.top.flag('Whether to reject visitors without a link created by Get Viewer Page Link', {
			label: 'Require Signed Viewer',
		}),
		annotation: choice('How the page shows annotations (PDF and images only; the feature must be enabled)', {
			label: 'Annotations',
			choices: {
				off: { label: 'Off', wire: null },
				on: ['On', annotation.choices.on.label],
				display: 'On With Annotation List Open',
			},
		}),
		annotator: annotated(annotator),
		annotationRights: annotated(mode),
		watermark: flag(
			'Whether to show a watermark; it contains the name of the viewer if the link has one. ' +
				'Not together with annotations.',
			{ off: 'omit' },
		),
		onlyFinished: local.flag(
			'Whether to start the workflow only when the last page or the end is reached, once per page load',
		),
		throttle: local.int(
			'Minimum time between two events of the same viewer and file. ' +
				'The first event of a page load that reaches the end is always accepted.',
			{ label: 'Throttle (Seconds)', default: 10, min: 0, max: 86_400 },
		),
		maxEvents: local.int(
			'How many events of one load of the page can start the workflow; further ones are dropped. ' +
				'One is kept for the event that reaches the end.',
			{ label: 'Maximum Events per Load', default: 1000, min: 1, max: 10_000 },
		),
		pageTitle: local.text('Title of the page; the file name when left empty', {
			placeholder: 'e.g. Annual report',
		}),
		path: local.text(['Page Path', 'The final segment of the page URL, both for test and production'], {
			placeholder: 'e.g. contracts',
		}),
		embedOrigins: local.list(
			'Websites that may show the page in a frame, each as scheme and host. ' +
				'Without this option no website may, and browsers show nothing in the frame.',
			{
				claims: 'nothing',
				label: 'Allow Embedding On',
				button: 'Add Website',
				placeholder: 'e.g. https://intranet.example.com',
			},
		),
		sandbox: local.flag(
			'Whether the page and the preview run in a sandbox without cookies and storage, like other web pages ' +
				'that n8n serves. Turn this off only if the preview of your deployment does not work in it.',
			{ label: 'Sandbox Page', default: true },
		),
	},
	check: ({ annotation = 'off', watermark }) => {
		if (watermark && annotation !== 'off')
			throw inputError(
				'Watermark',
				'cannot be shown together with annotations',
				'Remove one of the two options.',
			);
	},
	notice: 'People open the Production URL above after you publish.',
	items: returns<ViewerEventItem>(),
	example: { file, events: ['page', 'progress'], options: { throttle: 5 } },
});
