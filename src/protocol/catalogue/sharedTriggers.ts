import { local, notEmpty } from '../operation/fields';

/* Fields that the triggers have in common. */

/** A filter that is a list of texts. */
export const textList = (button: string, help: string, placeholder: string) =>
	notEmpty(local.filter.list(help, { claims: 'nothing', button, placeholder }));

/** How many items one poll returns at most. */
export const maximumItems = (what: string) =>
	local.int(`Maximum number of ${what} to return at once. The remaining ones follow at the next polls.`, {
		label: 'Maximum Items per Run',
		default: 10_000,
		min: 1,
	});

/** How much of a log or the feed is read again, which starts before `latest`, since `what` may show up late. */
export const overlapOf = (seconds: number, what: string, latest: string) =>
	local.int(
		`How long ${what}. At each poll the trigger re-reads this many seconds before ${latest} ` +
			'and discards what it has already reported.',
		{ label: 'Overlap (Seconds)', default: seconds, min: 0, max: 86_400 },
	);
