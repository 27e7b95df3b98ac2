import { isJsonObject, type JsonObject } from '../../wire/json';
import { inputError, valueError } from '../../wire/libraryError';
import type { BinaryInput, SizeUnit } from '../fields';
import { checkText, shown } from './text';

/** A number, or the number that digits say; every other value as it is. */
const numberIn = (value: unknown): unknown =>
	(typeof value === 'string' && /^-?\d+$/.test(value.trim())) || typeof value === 'bigint' ? Number(value) : value;

/** A whole number between the bounds, entered as a number or as digits. Throws inputError. */
export function checkInteger(
	label: string,
	value: unknown,
	{ min, max }: Partial<Record<'min' | 'max', number | undefined>> = {},
): number {
	const n = numberIn(value);
	if (typeof n === 'number' && Number.isInteger(n) && !Number.isSafeInteger(n))
		throw valueError(
			label,
			`${shown(value)} is a whole number that is too large to be exact`,
			`Whole numbers are exact up to ${Number.MAX_SAFE_INTEGER}.`,
		);
	if (typeof n !== 'number' || !Number.isInteger(n))
		throw inputError(label, `must be a whole number, but is ${shown(value)}`, 'Enter digits only, e.g. 12.');
	if (min !== undefined && n < min) throw inputError(label, `must be at least ${min}, but is ${n}`);
	if (max !== undefined && n > max) throw inputError(label, `must be at most ${max}, but is ${n}`);
	// Not -0, which reads like 0 and is sent as 0.
	return n + 0;
}

/** Digits that no number can repeat exactly; IDs of databases have 20 at most. */
const LARGE_ID = /^-?\d{16,40}$/;

/**
 * An ID that is a whole number, as it is sent: as text, so that digits that were entered as text may be more than a
 * number can repeat. Throws inputError.
 */
export function checkId(label: string, value: unknown): string {
	const text = typeof value === 'string' || typeof value === 'bigint' ? String(value).trim() : '';
	return LARGE_ID.test(text) ? String(BigInt(text)) : String(checkInteger(label, value));
}

/**
 * The units of sizes in bytes. The interface does not say which GB it means (J10); storage consoles count in powers of
 * two, and so do the fields in GB. What files weigh is counted as n8n and web pages do.
 */
export const BYTES_PER: Readonly<Record<SizeUnit, number>> = { GB: 1024 ** 3, MB: 1_000_000 };

/** The number that digits say, with a decimal point if need be; every other value as it is. */
const decimalIn = (value: unknown): unknown =>
	typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value.trim()) ? Number(value) : value;

/**
 * An amount of data in whole bytes, entered in GB or MB: rounded to the nearest byte, since 0.1 GB is no whole number
 * of them. Throws inputError for what is no number, is negative, is less than half a byte but not 0, or is not exact
 * any more in bytes.
 */
export function checkSize(label: string, value: unknown, unit: SizeUnit = 'GB'): number {
	const hint = `Enter the number of ${unit}, e.g. 10 or 0.5.`;
	const amount = decimalIn(value);
	if (typeof amount !== 'number' || !Number.isFinite(amount))
		throw inputError(label, `must be a number of ${unit}, but is ${shown(value)}`, hint);
	if (amount < 0) throw inputError(label, `must be at least 0, but is ${amount}`, hint);
	const bytes = Math.round(amount * BYTES_PER[unit]);
	if (!Number.isSafeInteger(bytes))
		throw valueError(label, `${amount} ${unit} is more than can be said in bytes`, hint);
	if (bytes === 0 && amount > 0) throw valueError(label, `${amount} ${unit} is less than one byte`, hint);
	// Not -0, which reads like 0 and is sent as 0.
	return bytes + 0;
}

/* Which binary data of an item an entered name means. */

/** Names that every JavaScript object has: data under such a name is lost or found everywhere. */
const RESERVED = ['__proto__', 'constructor', 'prototype'];

/** The name of a binary field, or several with commas between them. Throws inputError. */
export function checkBinaryName(label: string, value: unknown): string {
	const names = checkText(label, { kind: 'text', required: true, help: '' }, value);
	const reserved = names.split(/[,.]/).find((name) => RESERVED.includes(name.trim()));
	if (reserved !== undefined) throw valueError(label, `${shown(reserved.trim())} can't be the name of a field`);
	return names;
}

/** Whether a value describes a file, as n8n's binary objects do (`isBinaryValue` of n8n-workflow). */
export const isBinaryObject = (value: unknown): value is JsonObject =>
	isJsonObject(value) && typeof value.mimeType === 'string';

/** The binary objects in an object that has nothing else, such as `$binary`; empty for any other value. */
export function binaryObjectsIn(value: unknown): JsonObject[] {
	const inside = isJsonObject(value) ? Object.values(value) : [];
	return inside.every(isBinaryObject) ? inside : [];
}

function checkOne(label: string, value: unknown): Array<string | JsonObject> {
	if (isBinaryObject(value)) return [value];
	const inside = binaryObjectsIn(value);
	if (inside.length > 0) return inside;
	if (typeof value === 'string') return [checkBinaryName(label, value)];
	throw inputError(
		label,
		`must be the name of a binary field or binary data, but is ${shown(value)}`,
		'Enter a name such as data, several names separated by commas, or * for all; ' +
			'or an expression such as {{ $binary.data }}.',
	);
}

/** What was entered for binary data to read. Throws inputError for what is neither names nor binary data. */
export function checkBinaryInput(label: string, value: unknown): BinaryInput {
	const found = Array.isArray(value) ? value.flatMap((one) => checkOne(label, one)) : checkOne(label, value);
	if (found.length === 0)
		throw inputError(label, "can't be an empty list", 'Check what the expression evaluates to for this item.');
	return found;
}
