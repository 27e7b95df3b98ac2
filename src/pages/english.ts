/* What visitors of the preview page and of the reading page read, in English. Texts with HTML take and return HTML. */

const pagesIn = (count: number, ranges: readonly string[], more: number): string =>
	`page${count === 1 ? '' : 's'} ${ranges.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;

/** What the programs of the pages say. */
export const english = {
	slow: 'The preview is taking longer than usual. It may still be loading.',
	failed: 'The preview could not be loaded. It may have expired, or the file service cannot be reached.',
	silent: 'The preview did not respond. Trying again with a new link…',
	expired: 'The link has expired. Getting a new one…',
	openExpired: 'The link has expired and is being renewed. Open it again in a moment.',
	reloading: 'Reloading the preview…',
	cannotShow: 'The preview cannot be shown.',
	unreachable: 'The page cannot be reached. Check your connection and try again.',
	notReported: 'Your progress could not be reported. You can continue reading.',
	disconnected: 'This page is no longer connected. Reload it to continue.',
	atPage: (current: number, total: number) => `Page ${current} of ${total}`,
	atTime: (current: string, total: string) => `${current} of ${total}`,
	characters: (count: number, most: number) =>
		`${count.toLocaleString('en')} of ${most.toLocaleString('en')} characters`,
	until: { approve: (date: string) => `Decide by ${date}.`, read: (date: string) => `Read it by ${date}.` },
	opened: (count: number, total: number) => `${count} of ${total} ${total === 1 ? 'page' : 'pages'} opened`,
	allOpened: 'You have opened all pages.',
	/** `ranges` has the first of the missing pages, `more` is how many others there are. */
	missing: (count: number, ranges: readonly string[], more: number) =>
		`Not opened yet: ${pagesIn(count, ranges, more)}.`,
	sending: { read: 'Recording that you have read the file…', approve: 'Recording your decision…' },
	pending: 'No confirmation yet that your answer was recorded. Trying again…',
	gaveUp: 'No confirmation that your answer was recorded. Check your connection and try again.',
	notRecorded: 'Your answer was not recorded.',
	unknown: 'It is not known whether your answer was recorded.',
	reloadToCheck: 'Reload this page to check.',
	uncertain:
		'This link is closed now, most likely by the answer you have just sent: ' +
		'the connection was lost before it was confirmed.',
	canClose: 'You can close this page.',
	yourComment: (comment: string) => `Your comment: ${comment}`,
	recorded: {
		finished: 'Recorded: you have read this file to its end.',
		approve: 'Recorded: you approved this file.',
		decline: 'Recorded: you declined this file.',
	},
	late: {
		answered: 'This link was already answered. Only the first answer counts.',
		over: 'This link is closed: nobody is waiting for an answer any more.',
		closed: 'The sender has closed this link: no answer is needed any more.',
		outdated: 'The file was changed. This link takes answers about the earlier content only.',
	},
	changedSince: 'The file was changed after you opened this page. Look at its new content, then answer.',
	notShown: 'You have not opened any page.',
	unopened: (count: number, ranges: readonly string[], more: number) =>
		`You have not opened ${pagesIn(count, ranges, more)}.`,
	openFirst: 'You can approve once all pages are opened.',
	sayWhy: 'Please write in the comment why you decline.',
	confirm: {
		approve: {
			ask: 'Approve this file?',
			yes: 'Yes, approve',
			askAnyway: 'Approve anyway?',
			anyway: 'Approve anyway',
		},
		decline: {
			ask: 'Decline this file?',
			yes: 'Yes, decline',
			askAnyway: 'Decline anyway?',
			anyway: 'Decline anyway',
		},
	},
	final: 'This cannot be undone.',
	joined: (sentences: readonly string[]) => sentences.join(' '),
};

/** What stands on the pages, and what n8n says where there is none or where it does not take a post. */
export const englishMarkup = {
	shownTo: 'Shown to ',
	madeFor: 'For ',
	reload: 'Reload preview',
	openInTab: 'Open in new tab',
	tryAgain: 'Try again',
	loading: 'Loading the preview…',
	previewOf: (filename: string) => `Preview of ${filename}`,
	unscripted:
		'Without JavaScript, the preview is shown but your progress is not reported. If the preview stays empty, ' +
		'reload this page: the preview link is valid for 10 minutes.',
	reported: 'The pages you open and the media you play are reported to the owner of this page.',
	ask: {
		approve: { title: 'Do you approve this file?', task: '' },
		play: { title: 'Please play this file to its end', task: 'It is recorded when playback reaches the end.' },
		read: { title: 'Please read this file to its end', task: 'It is recorded when you have opened every page.' },
	},
	comment: 'Comment (optional)',
	commentOrReason: 'Comment (needed to decline)',
	approve: 'Approve',
	decline: 'Decline',
	changed: 'The file was changed after this link was made. You see its current content.',
	back: 'Back',
	tryNow: 'Try again now',
	readingUnscripted:
		'This page needs JavaScript. Without it you can see the file, but nothing is recorded. ' +
		'Turn JavaScript on and reload this page.',
	shared: { read: 'when you finish reading', decision: 'what you decide', comment: 'what you decide and comment' },
	footer: (viewer: string, answer: string) =>
		`The sender of this link sees your name (${viewer}), the pages you open and ${answer}, and may share this ` +
		'with others.',
	refusedPost: {
		token: 'This page has expired. Reload it.',
		full: 'This page has reported as many events as it may. Reload it to report more.',
		events: 'This is not an event of the page.',
		reading: 'This is not a post of the page.',
		answer: 'This is not what the page asks for.',
		pages: 'Open every page before you approve.',
		reason: 'Write in the comment why you decline.',
		several: 'This version of n8n does not let several people answer.',
		long: 'The post is too long.',
		type: 'The post has the wrong type.',
		notBegun: 'This link is not open yet.',
		link: 'This link is not valid.',
	},
	/** What was answered about a file, whose name is HTML. */
	answered: {
		read: (file: string) => `You have read ${file} to its end.`,
		approved: (file: string) => `You approved ${file}.`,
		declined: (file: string) => `You declined ${file}.`,
	},
	refusal: {
		gone: {
			title: 'File not found',
			text:
				'It was deleted, or moved to a place that this page cannot show. ' +
				'Ask the person who sent you the link.',
		},
		broken: {
			title: 'The preview cannot be shown',
			text:
				'The file service did not provide a preview. ' +
				'Try again later; if the problem persists, tell the owner of this page.',
		},
		notAllowed: {
			title: 'The preview is not allowed',
			text:
				'The owner of this page does not have permission to show this file. ' +
				'Ask the person who sent you the link.',
		},
		noPreview: {
			title: 'This file has no preview',
			text: 'Files of this type cannot be shown in the browser. Ask the person who sent you the link for a copy.',
		},
		serviceBusy: { title: 'The file service is busy', text: 'Try again in a moment.' },
		timedOut: { title: 'The file service does not respond', text: 'Try again in a moment.' },
		misconfigured: {
			title: 'The preview cannot be shown',
			text: 'This page is not set up correctly. Tell the owner of this page.',
		},
		signature: {
			title: 'This link is not valid',
			text: 'It was changed or is incomplete. Open the link exactly as you received it, or ask for a new one.',
		},
		expired: { title: 'This link has expired', text: 'Ask the person who sent you the link for a new one.' },
		anonymous: {
			title: 'This page requires a personal link',
			text: 'It can only be opened with a link that was created for you. Ask the owner of this page for one.',
		},
		busy: { title: 'Too many requests at once', text: 'Try again in a moment.' },
		answered: {
			title: 'This link was already answered',
			text:
				'The answer is recorded; you can close this page. ' +
				'To change it, ask the person who sent you the link.',
		},
		over: {
			title: 'This link is closed',
			text: 'Nobody is waiting for an answer any more. Ask the person who sent you the link for a new one.',
		},
		closed: { title: 'This link was closed', text: 'The sender has closed it: no answer is needed any more.' },
		outdated: {
			title: 'This file was changed',
			text:
				'The link was made for an earlier content, and takes answers about that one only. ' +
				'Ask the person who sent you the link for a new one.',
		},
		notBegun: {
			title: 'This link is not open yet',
			text: 'The file can be read here in a moment. If it still cannot, ask the person who sent you the link.',
		},
	},
};

/** The texts of the programs in some language. */
export type Texts = typeof english;
/** The texts of the markup in some language. */
export type MarkupTexts = typeof englishMarkup;
