import { isJsonObject } from '../wire/json';

/* What the posts of all pages have in common. */

/** Latest time that a Date can represent, Unix milliseconds. */
export const MAX_TIME = 8.64e15;

/** Whether a value is a number between 0 and `limit`. */
export const isWithin = (value: unknown, limit: number): value is number =>
	typeof value === 'number' && Number.isFinite(value) && value >= 0 && value <= limit;

/** The JSON object in a body, as text of at most `maxLength` characters or already parsed. */
export function objectIn(body: unknown, maxLength: number): Record<string, unknown> | undefined {
	if (typeof body !== 'string') return isJsonObject(body) ? body : undefined;
	if (body.length > maxLength) return undefined;
	try {
		const parsed: unknown = JSON.parse(body);
		return isJsonObject(parsed) ? parsed : undefined;
	} catch {
		return undefined;
	}
}
