import { ownOperation, returns } from '../../protocol/operation/define';
import { local, required, shownFor } from '../../protocol/operation/fields';
import { requireViewer } from '../preview/plan';
import { libraryFileInfo, getPreviewLink } from '../../protocol/catalogue/libraryFiles';
import { listVersions } from '../../protocol/catalogue/libraryHistory';
import { by, fileRef } from '../../protocol/catalogue/shared';
import type { ReadingItem } from './plan/readingState';

/* The page that the File Library Preview Trigger serves, and links to it. */

/** Items of Get Reading Link. */
export type ReadingLinkItem = {
	link: string;
	viewer: string;
	ask: 'read' | 'approve';
	fullpath: string;
	filename: string;
	hash: string;
	/** SHA1 and version (1 is the oldest) of what the file contains now; null where the service does not say them. */
	filehash: string | null;
	version_number: number | null;
	/** The item of Wait for Reading has the same. */
	reading_id: string;
};

/** Items of Close Reading Link. */
export type ClosedReadingItem = {
	/** Whether nobody can answer it because it was closed; false for one that was answered before, or is over. */
	closed: boolean;
	/** `closed`, or what was answered before; null where the execution does not wait any more. */
	outcome: ReadingItem['outcome'] | null;
	viewer: string;
	hash: string;
	/** Absent where the execution does not wait any more. */
	fullpath?: string;
	answered_at: string | null;
	reading_id: string;
};

/* Read receipts and approval: a personal link, and a wait for what the person does with it. */

export const getReadingLink = ownOperation('libraryReadingLink', 'file.getReadingLink', libraryFileInfo, {
	action: 'Get a reading link for a file',
	forModel: 'Make a personal link on which one person reads, approves or declines a file of File Library.',
	summary:
		'Create a personal link on which one person reads this file, or approves or declines it; ' +
		'send it, then use Wait for Reading in the same execution',
	covers: [libraryFileInfo, listVersions],
	input: {
		file: required({ ...fileRef, help: 'The file to read; it may be moved or renamed later' }),
		viewer: local.required.text('ID, name or email address of the person, returned with the answer', {
			placeholder: 'e.g. zhang.wei@example.com',
		}),
		ask: local.top.choice(['Ask To', 'What is asked of the person'], {
			hint: 'Send the link, then add Wait for Reading in the same execution',
			choices: {
				read: ['Read to the End', 'The answer is that every page was shown'],
				approve: ['Approve or Decline', 'The page has a button for each'],
			},
		}),
		allowComment: local.flag('Whether the person can add a comment', {
			...shownFor('ask', 'approve'),
			default: true,
		}),
		requireAllPagesOpened: local.flag('Whether every page must be opened before the person can approve', {
			...shownFor('ask', 'approve'),
			formerPlace: 'options',
			details: 'Declining does not need it. Video and audio have no pages.',
		}),
		askForReason: local.flag(['Ask for a Reason', 'Whether who declines must write why in the comment'], {
			...shownFor('ask', 'approve'),
		}),
		requireSameContent: local.flag(
			'Whether the page takes no answer once the file has changed; otherwise it warns',
		),
	},
	check: ({ viewer }) => requireViewer(viewer),
	// Whoever has the link can answer.
	secrets: ['link'],
	items: returns<ReadingLinkItem>(),
	example: { file: by('path', 'Contracts/offer.pdf'), viewer: 'zhang.wei', ask: 'approve', allowComment: true },
});

export const waitForReading = ownOperation('libraryReadingWait', 'file.waitForReading', getPreviewLink, {
	name: 'Wait for Reading',
	action: 'Wait until a file was read or approved',
	forModel: 'Wait until reading links of File Library are answered, or the time is over.',
	summary: 'Pause the execution until its reading links are answered or the time is over; one item for each link',
	// Serving the page and taking an answer make requests, the operation itself makes none.
	covers: [],
	alsoSends: [getPreviewLink, libraryFileInfo, listVersions],
	reads: true,
	wholeInput: true,
	input: {
		waitFor: local.top.choice('Whose answer ends the wait; declining is an answer too', {
			choices: { all: 'All Viewers', one: ['One Viewer', 'Whoever answers first'] },
		}),
		timeLimit: local.top.int('How long to wait at most', {
			default: 7,
			min: 0,
			max: 10_000,
			hint: '0 waits without a limit',
		}),
		timeLimitUnit: local.top.choice('Unit of Time Limit', {
			default: 'days',
			choices: { minutes: 'Minutes', hours: 'Hours', days: 'Days' },
		}),
		waitUntil: local.date('When the wait ends, in place of Time Limit', { unit: 'seconds', future: true }),
	},
	items: returns<ReadingItem>(),
	example: { waitFor: 'all', timeLimit: 7, timeLimitUnit: 'days' },
});

export const closeReadingLink = ownOperation('libraryReadingClose', 'file.closeReadingLink', getPreviewLink, {
	action: 'Close a reading link',
	forModel: 'Close a reading link of File Library to answers.',
	summary: 'Close the reading link of one person, or of all that an execution waits for; what was answered stays',
	// It makes a request to n8n, none to the service.
	covers: [],
	reads: true,
	input: {
		link: local.required.text(['Reading Link', 'The link from Get Reading Link of an execution that waits now'], {
			placeholder: 'e.g. https://n8n.example.com/webhook-waiting/12/reading?reading=3f2b9c',
		}),
		closeFor: local.top.choice('Whose links are closed', {
			choices: {
				one: ['This Viewer', 'The person the link was made for'],
				all: ['All Viewers', 'Everybody that the execution waits for together with this person'],
			},
		}),
	},
	caution: ['irreversible', { kind: 'bulk', when: ({ closeFor }) => closeFor === 'all' }],
	items: returns<ClosedReadingItem>(),
	example: { link: 'https://n8n.example.com/webhook-waiting/12/reading?signature=abc&reading=xyz', closeFor: 'one' },
});
