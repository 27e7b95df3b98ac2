/** A point in time (ISO text) as hints and sentences say it, e.g. `26 Nov 2026, 15:22`. */
export const timeInWords = (time: string, timeZone: string): string =>
	new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));
