import { isJsonObject, type JsonObject } from '../../wire/json';
import { inputError } from '../../wire/libraryError';
import { checkText, shown } from './text';

/* Which binary data of an item an entered name means. */

/** Names that every JavaScript object has: data under such a name is lost or found everywhere. */
const RESERVED = ['__proto__', 'constructor', 'prototype'];

/**
 * Which binary data to read: names, paths and `*` as they were entered, or the data themselves (what n8n calls a binary
 * object) from an expression.
 */
export type BinaryInput = ReadonlyArray<string | JsonObject>;

/** The name of a binary field, or several with commas between them. Throws inputError. */
export function checkBinaryName(label: string, value: unknown): string {
	const names = checkText(label, { kind: 'text', required: true, help: '' }, value);
	const reserved = names.split(/[,.]/).find((name) => RESERVED.includes(name.trim()));
	if (reserved !== undefined) throw inputError(label, `${shown(reserved.trim())} can't be the name of a field`);
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
		throw inputError(label, 'is an empty list', 'Check what the expression evaluates to for this item.');
	return found;
}
