import { fieldAt, type Shape } from '../../../test/contract/shape';
import { ANY_KEY } from './jsonSchema';

/* Answers that have every field their type names, made up from the type. */

/** Numbers that mean different things to Simplify: a file, a folder or a time, a failure, and "unlimited". */
const NUMBERS = [1, 0, 3, -1];

const isBelow = (shape: Shape, start: string): boolean => [...shape.keys()].some((at) => at.startsWith(start));

/** The names of the fields directly at a place. */
function fieldsAt(shape: Shape, at: string): string[] {
	const start = at === '' ? '' : `${at}.`;
	const rest = [...shape.keys()].filter((key) => key.startsWith(start)).map((key) => key.slice(start.length));
	return [...new Set(rest.map((key) => /^[^.[{]+/.exec(key)?.[0] ?? '').filter((name) => name !== ''))];
}

function sampleAt(shape: Shape, at: string, number: number): unknown {
	if (isBelow(shape, `${at}[]`)) return [sampleAt(shape, `${at}[]`, number)];
	const fields = fieldsAt(shape, at).map((name): [string, unknown] => [
		name,
		sampleAt(shape, fieldAt(at, name), number),
	]);
	if (isBelow(shape, `${at}{}`)) fields.push([ANY_KEY, sampleAt(shape, `${at}{}`, number)]);
	if (fields.length > 0) return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
	const kinds = shape.get(at)?.kinds;
	if (kinds?.has('number')) return number;
	if (kinds?.has('boolean')) return number === 1;
	return kinds?.has('string') ? 'text' : kinds?.has('array') ? [] : undefined;
}

/** What an answer may be besides a list. */
const unlisted = (shape: Shape): Shape => new Map([...shape].filter(([at]) => !at.startsWith('[]')));

/** Answers of a shape: each has all its fields, with other numbers. A list has one entry. */
export const sampleAnswers = (shape: Shape): unknown[] =>
	[shape, unlisted(shape)].flatMap((one) => NUMBERS.map((number) => sampleAt(one, '', number)));
