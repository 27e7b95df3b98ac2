import { inputError } from '../../wire/libraryError';
import { shown } from './text';

interface Bounds {
	readonly min?: number | undefined;
	readonly max?: number | undefined;
}

/** A whole number between the bounds, entered as a number or as digits. Throws inputError. */
export function checkInteger(label: string, value: unknown, { min, max }: Bounds = {}): number {
	const n = typeof value === 'string' && /^-?\d+$/.test(value.trim()) ? Number(value) : value;
	if (typeof n !== 'number' || !Number.isSafeInteger(n))
		throw inputError(label, `must be a whole number, but is ${shown(value)}`, 'Enter digits only, e.g. 12.');
	if (min !== undefined && n < min) throw inputError(label, `must be at least ${min}, but is ${n}`);
	if (max !== undefined && n > max) throw inputError(label, `must be at most ${max}, but is ${n}`);
	return n;
}
