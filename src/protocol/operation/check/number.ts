import { inputError } from '../../wire/libraryError';
import { shown } from './text';

interface Bounds {
	readonly min?: number | undefined;
	readonly max?: number | undefined;
}

/** A number, or the number that digits say; every other value as it is. */
const numberIn = (value: unknown): unknown =>
	(typeof value === 'string' && /^-?\d+$/.test(value.trim())) || typeof value === 'bigint' ? Number(value) : value;

/** A whole number between the bounds, entered as a number or as digits. Throws inputError. */
export function checkInteger(label: string, value: unknown, { min, max }: Bounds = {}): number {
	const n = numberIn(value);
	if (typeof n !== 'number' || !Number.isSafeInteger(n))
		throw inputError(label, `must be a whole number, but is ${shown(value)}`, 'Enter digits only, e.g. 12.');
	if (min !== undefined && n < min) throw inputError(label, `must be at least ${min}, but is ${n}`);
	if (max !== undefined && n > max) throw inputError(label, `must be at most ${max}, but is ${n}`);
	// Not -0, which reads like 0 and is sent as 0.
	return n + 0;
}
