import { operation, returns } from '../operation/define';
import { choice, date, flag, int, required, shownFor, text } from '../operation/fields';
import { requireViewer } from '../preview/viewerLink';
import type { NobodyItem, ReadingItem } from '../reading/readingState';
import type { ReadingLinkItem } from './answers/link';
import { get, getPreviewLink } from './libraryFile';
import { by, fileRef, LOCAL } from './shared';

/* Read receipts and approval: a personal link, and a wait for what the person does with it. */

export const getReadingLink = operation({
	id: 'libraryReadingLink',
	resource: 'file',
	operation: 'getReadingLink',
	action: 'Get a reading link for a file',
	credential: 'org',
	summary:
		'Create a personal link on which one person reads this file to its end, or approves or declines it; ' +
		'send it with any node, then wait for the answer with Wait for Reading in the same execution',
	route: get.route,
	covers: [get],
	reads: true,
	handler: 'reading/readingLink',
	input: {
		file: required({
			...fileRef,
			help: 'The file to read; the link keeps working when the file is moved or renamed',
		}),
		viewer: required(
			text({
				...LOCAL,
				help: 'ID, name or email address of the person the link is for; it is returned with the answer',
				placeholder: 'e.g. zhang.wei@example.com',
			}),
		),
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
	},
	// What is wrong with the link is found before a library is bound for it.
	compose: ({ viewer }) => {
		requireViewer(viewer);
		return {};
	},
	output: returns<ReadingLinkItem>(),
	example: { file: by('path', 'Contracts/offer.pdf'), viewer: 'zhang.wei', ask: 'approve', allowComment: true },
});

export const waitForReading = operation({
	id: 'libraryReadingWait',
	resource: 'file',
	operation: 'waitForReading',
	name: 'Wait for Reading',
	action: 'Wait until a file was read or approved',
	credential: 'org',
	summary:
		'Pause the execution until the people to whom its reading links were sent have read the file to its end or ' +
		'decided, or until the time is over; one item for each link',
	route: getPreviewLink.route,
	// Serving the page makes a request, the operation itself makes none.
	covers: [],
	alsoSends: [getPreviewLink],
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
	output: returns<ReadingItem | NobodyItem>(),
	example: { waitFor: 'all', timeLimit: 7, timeLimitUnit: 'days' },
});
