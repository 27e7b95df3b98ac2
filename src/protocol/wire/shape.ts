import { hash as hashOf } from 'node:crypto';
import { isJsonObject } from './json';

/* Whether JSON that a workflow has saved is what it should be: others may have changed it, or saved it otherwise. */

/** A check, a list of what is in the brackets, or an object with these fields and perhaps others. */
export type Shape = ((value: unknown) => boolean) | readonly [Shape] | { readonly [field: string]: Shape };

/** Whether a value has a shape, which is that of `T`. */
export function hasShape<T>(value: unknown, shape: Shape): value is T {
	if (typeof shape === 'function') return shape(value);
	if (Array.isArray(shape)) return Array.isArray(value) && value.every((one) => hasShape(one, shape[0] as Shape));
	return isJsonObject(value) && Object.entries(shape).every(([name, field]) => hasShape(value[name], field as Shape));
}

/** What has a shape, or is absent. */
export const optional =
	(shape: Shape): Shape =>
	(value) =>
		value === undefined || hasShape(value, shape);

/** What is one of these. */
export const oneOf =
	(...values: readonly unknown[]): Shape =>
	(value) =>
		values.includes(value);

export const isText = (value: unknown): value is string => typeof value === 'string';
export const isNumber = (value: unknown): value is number => Number.isFinite(value);
/** A time that a Date can represent, Unix milliseconds. */
export const isTime = (value: unknown): value is number => isNumber(value) && Math.abs(value) <= 8.64e15;
/** A time in Unix seconds, or a count. */
export const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
/** Texts of one length, one after the other. */
export const isTextOf =
	(length: number): Shape =>
	(value) =>
		isText(value) && value.length % length === 0;

/* By what a workflow recognizes what it has seen. */

/** The first characters of a digest, each with 6 bits. */
export const shortDigest = (text: string, length: number): string => hashOf('sha1', text, 'base64url').slice(0, length);

/** The parts of a text that has them one after the other. */
export const partsOf = (text: string, length: number): string[] =>
	Array.from({ length: text.length / length }, (_, at) => text.slice(at * length, (at + 1) * length));

/** Seconds by which a service may date something later than its clock before it is said to be dated ahead. */
export const AHEAD_TOLERANCE = 60;
