import { operation, returns } from '../operation/define';
import { choice, date, flag, int, list, notEmpty, required, shownFor, text, type Field } from '../operation/fields';
import { pagePath, requireViewer } from '../preview/viewerLink';
import type { ClosedReadingItem, ReadingLinkItem, ViewerPageLink } from '../answers/file';
import type { ViewerEventItem } from '../answers/trigger';
import { get, getAnnotationLink, getPreviewLink } from './libraryFiles';
import { listVersions } from './libraryHistory';
import { inputError } from '../wire/libraryError';
import { by, fileRef, LOCAL } from './shared';
import type { ReadingItem } from '../reading/readingState';

/* The page that the File Library Preview Trigger serves, and links to it. */

const common = { resource: 'file', credential: 'org' } as const;
const file = by('path', 'Contracts/offer.pdf');

export const getViewerPageLink = operation({
	...common,
	id: 'libraryViewerPageLink',
	operation: 'getViewerPageLink',
	action: 'Get a viewer page link for a file',
	forModel: 'Make a signed link that shows a file of File Library to one viewer.',
	summary:
		'Create a link that shows this file to one viewer on the page of a File Library Preview Trigger; ' +
		'the link is signed, so the viewer cannot be changed',
	route: get.route,
	covers: [get],
	reads: true,
	handler: 'reading/viewerLink',
	input: {
		file: required({
			...fileRef,
			help: 'The file to show; the link keeps working when the file is moved or renamed',
		}),
		pageUrl: required.text({
			...LOCAL,
			label: 'Page URL',
			help: 'Production URL of a File Library Preview Trigger that uses the same credential as this node',
			placeholder: 'e.g. https://n8n.example.com/webhook/contracts',
		}),
		viewer: required.text({
			...LOCAL,
			help: 'ID or name of the person the link is for; it is returned with each event',
			placeholder: 'e.g. zhang.wei',
		}),
		validFor: notEmpty(
			int({
				...LOCAL,
				label: 'Valid For (Hours)',
				help: 'How long the link can be opened; without this option it does not expire',
				default: 24,
				min: 1,
				max: 87_600,
			}),
		),
	},
	check: ({ pageUrl, viewer }) => {
		pagePath(pageUrl);
		requireViewer(viewer);
	},
	// Whoever has the link is its viewer.
	secrets: ['link'],
	output: returns<ViewerPageLink>(),
	example: { file, pageUrl: 'https://n8n.example.com/webhook/contracts', viewer: 'zhang.wei' },
});

const { annotation, annotator, mode } = getAnnotationLink.input;
/** An option that says something about annotations only. */
const annotated = <F extends Field>(field: F): F & { readonly place: 'options' } => ({
	...shownFor('annotation', ['on', 'display'], field),
	place: 'options',
});

/** The form of the trigger. It is not an operation of a node: serving the page makes these requests. */
export const previewTrigger = operation({
	id: 'fileLibraryPreviewTrigger',
	resource: 'trigger',
	operation: 'viewerEvents',
	action: 'Serve a preview page',
	credential: 'org',
	summary:
		'Serve a page that embeds the preview of a file, and start the workflow with one item for each viewer event: ' +
		'a page is turned, or media is played',
	route: getPreviewLink.route,
	covers: [get, getPreviewLink, getAnnotationLink],
	reads: true,
	input: {
		file: required({
			...fileRef,
			help: 'The file to show. A link created by Get Viewer Page Link shows its own file instead.',
		}),
		events: required.multi({
			...LOCAL,
			label: 'Trigger On',
			form: 'json',
			place: 'top',
			help: 'Which events start the workflow',
			choices: {
				page: { label: 'Document Pages', help: 'When the document opens, and when a page is turned' },
				progress: {
					label: 'Video and Audio Playback',
					help: 'At the start, every 5 seconds, and at the end',
				},
			},
		}),
		requireViewer: flag({
			...LOCAL,
			label: 'Require Signed Viewer',
			place: 'top',
			off: 'omit',
			help: 'Whether to reject visitors without a link created by Get Viewer Page Link',
		}),
		annotation: choice({
			label: 'Annotations',
			wire: 'annotation',
			help: 'How the page shows annotations (PDF and images only; the feature must be enabled)',
			default: 'off',
			choices: {
				off: { label: 'Off', wire: null },
				on: { label: 'On', help: annotation.choices.on.label },
				display: { label: 'On With Annotation List Open' },
			},
		}),
		annotator: annotated(annotator),
		annotationRights: annotated(mode),
		watermark: flag({
			off: 'omit',
			help:
				'Whether to show a watermark; it contains the name of the viewer if the link has one. ' +
				'Not together with annotations.',
		}),
		onlyFinished: flag({
			...LOCAL,
			off: 'omit',
			help: 'Whether to start the workflow only when the last page or the end is reached, once per page load',
		}),
		throttle: int({
			...LOCAL,
			label: 'Throttle (Seconds)',
			default: 10,
			min: 0,
			max: 86_400,
			help:
				'Minimum time between two events of the same viewer and file. ' +
				'The first event of a page load that reaches the end is always accepted.',
		}),
		maxEvents: int({
			...LOCAL,
			label: 'Maximum Events per Load',
			default: 1000,
			min: 1,
			max: 10_000,
			help:
				'How many events of one load of the page can start the workflow; further ones are dropped. ' +
				'One is kept for the event that reaches the end.',
		}),
		pageTitle: text({
			...LOCAL,
			help: 'Title of the page; the file name when left empty',
			placeholder: 'e.g. Annual report',
		}),
		path: text({
			...LOCAL,
			label: 'Page Path',
			help: 'The final segment of the page URL, both for test and production',
			placeholder: 'e.g. contracts',
		}),
		embedOrigins: list({
			...LOCAL,
			claims: 'nothing',
			form: 'json',
			of: 'text',
			label: 'Allow Embedding On',
			button: 'Add Website',
			help:
				'Websites that may show the page in a frame, each as scheme and host. ' +
				'Without this option no website may, and browsers show nothing in the frame.',
			placeholder: 'e.g. https://intranet.example.com',
		}),
		sandbox: flag({
			...LOCAL,
			label: 'Sandbox Page',
			off: 'omit',
			default: true,
			help:
				'Whether the page and the preview run in a sandbox without cookies and storage, like other web pages ' +
				'that n8n serves. Turn this off only if the preview of your deployment does not work in it.',
		}),
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
	output: returns<ViewerEventItem>(),
	example: { file, events: ['page', 'progress'], options: { throttle: 5 } },
});

/* Read receipts and approval: a personal link, and a wait for what the person does with it. */

export const getReadingLink = operation({
	...common,
	id: 'libraryReadingLink',
	operation: 'getReadingLink',
	action: 'Get a reading link for a file',
	forModel: 'Make a personal link on which one person reads, approves or declines a file of File Library.',
	summary:
		'Create a personal link on which one person reads this file to its end, or approves or declines it; ' +
		'send it with any node, then wait for the answer with Wait for Reading in the same execution',
	route: get.route,
	covers: [get, listVersions],
	reads: true,
	handler: 'reading/readingLink',
	input: {
		file: required({
			...fileRef,
			help: 'The file to read; the link keeps working when the file is moved or renamed',
		}),
		viewer: required.text({
			...LOCAL,
			help: 'ID, name or email address of the person the link is for; it is returned with the answer',
			placeholder: 'e.g. zhang.wei@example.com',
		}),
		ask: choice({
			...LOCAL,
			label: 'Ask To',
			place: 'top',
			help: 'What is asked of the person',
			default: 'read',
			choices: {
				read: { label: 'Read to the End', help: 'The answer is that every page was shown' },
				approve: { label: 'Approve or Decline', help: 'The page has a button for each' },
			},
		}),
		allowComment: shownFor(
			'ask',
			['approve'],
			flag({
				...LOCAL,
				off: 'omit',
				default: true,
				help: 'Whether the person can add a comment to the decision',
			}),
		),
		requireSameContent: flag({
			...LOCAL,
			off: 'omit',
			help:
				'Whether only the content that the file has now can be answered: ' +
				'once it has changed, the page takes no answer. Without this option the page warns of a change.',
		}),
		requireAllPagesOpened: flag({
			...LOCAL,
			off: 'omit',
			help:
				'Whether every page must be opened before the person can approve; declining does not need it. ' +
				'Video and audio have no pages.',
		}),
	},
	check: ({ viewer }) => requireViewer(viewer),
	// Whoever has the link can answer.
	secrets: ['link'],
	output: returns<ReadingLinkItem>(),
	example: { file: by('path', 'Contracts/offer.pdf'), viewer: 'zhang.wei', ask: 'approve', allowComment: true },
});

export const waitForReading = operation({
	...common,
	id: 'libraryReadingWait',
	operation: 'waitForReading',
	name: 'Wait for Reading',
	action: 'Wait until a file was read or approved',
	forModel: 'Wait until reading links of File Library are answered, or the time is over.',
	summary:
		'Pause the execution until the people to whom its reading links were sent have read the file to its end or ' +
		'decided, or until the time is over; one item for each link',
	route: getPreviewLink.route,
	// Serving the page and taking an answer make requests, the operation itself makes none.
	covers: [],
	alsoSends: [getPreviewLink, get, listVersions],
	reads: true,
	handler: 'reading/waitForReading',
	oncePerRun: true,
	input: {
		waitFor: choice({
			...LOCAL,
			place: 'top',
			help: 'Whose answer ends the wait. A decision to decline is an answer too.',
			default: 'all',
			choices: {
				all: { label: 'All Viewers' },
				one: { label: 'One Viewer', help: 'Whoever answers first' },
			},
		}),
		timeLimit: int({
			...LOCAL,
			place: 'top',
			default: 7,
			min: 0,
			max: 10_000,
			help: 'How long to wait at most; 0 waits without a limit',
		}),
		timeLimitUnit: choice({
			...LOCAL,
			place: 'top',
			default: 'days',
			help: 'Unit of Time Limit',
			choices: {
				minutes: { label: 'Minutes' },
				hours: { label: 'Hours' },
				days: { label: 'Days' },
			},
		}),
		waitUntil: date({
			...LOCAL,
			unit: 'seconds',
			future: true,
			help: 'When the wait ends at the latest, in place of Time Limit',
		}),
	},
	output: returns<ReadingItem>(),
	example: { waitFor: 'all', timeLimit: 7, timeLimitUnit: 'days' },
});

export const closeReadingLink = operation({
	...common,
	id: 'libraryReadingClose',
	operation: 'closeReadingLink',
	action: 'Close a reading link',
	forModel: 'Close a reading link of File Library to answers.',
	summary:
		'Close the reading link of one person, or of all people that an execution waits for, ' +
		'so that it takes no answer any more; what was answered stays',
	route: getPreviewLink.route,
	// It makes a request to n8n, none to the service.
	covers: [],
	reads: true,
	handler: 'reading/closeReading',
	input: {
		link: required.text({
			...LOCAL,
			label: 'Reading Link',
			help: 'The link, as Get Reading Link returned it in an execution that waits now',
			placeholder: 'e.g. https://n8n.example.com/webhook-waiting/12/reading?reading=3f2b9c',
		}),
		closeFor: choice({
			...LOCAL,
			place: 'top',
			help: 'Whose links are closed',
			default: 'one',
			choices: {
				one: { label: 'One Viewer', help: 'The person the link was made for' },
				all: { label: 'All Viewers', help: 'Everybody that the execution waits for together with this person' },
			},
		}),
	},
	caution: ['irreversible', { kind: 'bulk', when: ({ closeFor }) => closeFor === 'all' }],
	output: returns<ClosedReadingItem>(),
	example: {
		link: 'https://n8n.example.com/webhook-waiting/12/reading?signature=abc&reading=xyz',
		closeFor: 'one',
	},
});
