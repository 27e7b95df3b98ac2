import { isJsonObject } from './json';

/** What is at a place of an answer, by its path: `orgs` is a field, `[]` each entry of a list, `{}` each of a map. */
export type AnswerShape = Readonly<Record<string, 'list' | 'map'>>;

/** Whether a value is a list with gaps as PHP sends it: an object whose keys are all numbers (A07). */
export const isGappedList = (value: unknown): value is Readonly<Record<string, unknown>> =>
	isJsonObject(value) && Object.keys(value).length > 0 && Object.keys(value).every((key) => /^\d+$/.test(key));

/** An empty list, as PHP also sends it inside of an answer (client facts 5.16). */
const isNoList = (value: unknown): boolean =>
	value === null || value === false || (isJsonObject(value) && Object.keys(value).length === 0);

const asList = (value: unknown): unknown => (isGappedList(value) ? Object.values(value) : value);
const asMap = (value: unknown): unknown => (Array.isArray(value) && value.length === 0 ? {} : value);

function corrected(value: unknown, [step, ...rest]: readonly string[], kind: 'list' | 'map'): unknown {
	if (step === undefined) return kind === 'list' ? asList(value) : asMap(value);
	if (step === '[]')
		return Array.isArray(value) ? value.map((entry: unknown) => corrected(entry, rest, kind)) : value;
	if (!isJsonObject(value)) return value;
	if (step === '{}')
		return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, corrected(one, rest, kind)]));
	if (!Object.hasOwn(value, step)) return value;
	const isEmpty = kind === 'list' && rest.length === 0 && isNoList(value[step]);
	return { ...value, [step]: isEmpty ? [] : corrected(value[step], rest, kind) };
}

/** An answer whose lists are lists and whose maps are maps, however PHP sent them. Everything else stays as it came. */
export const withShape = (answer: unknown, shape: AnswerShape): unknown =>
	Object.entries(shape).reduce(
		(value, [path, kind]) => corrected(value, path.match(/\[\]|\{\}|[^.[{]+/g) ?? [], kind),
		answer,
	);
