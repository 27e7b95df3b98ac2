/* Values as hints and sentences say them. */

/** A point in time (ISO text) as hints and sentences say it, e.g. `26 Nov 2026, 15:22`. */
export const timeInWords = (time: string, timeZone: string): string =>
	new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'medium', timeStyle: 'short' }).format(new Date(time));

const UNITS = ['bytes', 'kB', 'MB', 'GB', 'TB'];

/** A size in bytes as people read it: three digits and a unit of 1000, e.g. `1.23 MB`. */
export function sizeInWords(bytes: number): string {
	const unit = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)));
	return `${Number((bytes / 1000 ** unit).toPrecision(3))} ${UNITS[unit] ?? ''}`;
}
