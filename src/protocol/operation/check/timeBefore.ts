import { isoText, writtenDate } from './date';
import { inputError } from '../../wire/libraryError';

const DAY_SECONDS = 24 * 60 * 60;

/**
 * The time that a filter names, in Unix seconds: days before `now`, or a time, in UTC where it has no offset. Undefined
 * for anything else.
 */
export function timeBefore(text: string, now: number): number | undefined {
	const said = text.trim();
	if (/^\d{1,6}$/.test(said)) return now - Number(said) * DAY_SECONDS;
	const written = writtenDate(said);
	const ms = written ? Date.parse(isoText({ offset: 'Z', ...written })) : NaN;
	return Number.isNaN(ms) ? undefined : ms / 1000;
}

/** Refuses a text that is none of both. Throws inputError. */
export function requireTime(label: string, text: string | undefined): void {
	if (text === undefined || timeBefore(text, 0) !== undefined) return;
	throw inputError(label, 'must be a number of days or a time', 'Enter e.g. 30 for thirty days ago, or 2026-10-01.');
}
