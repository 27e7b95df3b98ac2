import { ManualClock, type AnswerChoice, type EmulatorOptions } from '../emulator';
import { startExamples, withDemo } from './demo';
import type { OperationEntry } from './reference';

/* Runs all examples against one emulator whose answers have a shape, and compares what comes out with other runs. */

/** What an example put out: the JSON of its items, or why it failed. */
interface Outcome {
	readonly items: readonly unknown[];
	readonly error?: string;
}
/** By the ID of the entry. */
export type Outcomes = ReadonlyMap<string, Outcome>;

/** Every emulator starts at the same time, so that times are the same in all runs. */
const START = Date.now();

/** Runs the examples in their order; all of them share one emulator. */
export async function outcomesOf(
	entries: readonly OperationEntry[],
	answers: AnswerChoice,
	more: Partial<EmulatorOptions> = {},
): Promise<Outcomes> {
	const examples = await startExamples();
	const options = { answers, clock: new ManualClock(START), ...more };
	return await withDemo(async (emulator) => {
		const outcomes = new Map<string, Outcome>();
		for (const entry of entries) {
			const { error, items } = await examples.run(entry, emulator);
			const failure = error && { error: `${error.message} ${error.description ?? ''}` };
			outcomes.set(entry.id, { items: items.map(({ json }) => json), ...failure });
		}
		return outcomes;
	}, options);
}

/** A value that is not the same in two runs of the same: an address, a secret, a duration. */
const VOLATILE = Symbol('volatile');

const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** What two runs have in common; everything else is volatile. */
export function common(one: unknown, other: unknown): unknown {
	if (Array.isArray(one) && Array.isArray(other) && one.length === other.length)
		return one.map((each, index) => common(each, other[index]));
	if (isRecord(one) && isRecord(other))
		return Object.fromEntries(Object.entries(one).map(([key, value]) => [key, common(value, other[key])]));
	return one === other ? one : VOLATILE;
}

/** How much items of a shape may differ from the plain ones. */
export interface Tolerance {
	/** Whether they may have more fields. */
	readonly more?: true;
	/** Fields that are not compared. */
	readonly except?: readonly string[];
	readonly numbersAsText?: true;
}

/** The differences between what is wanted and what came out, as lines for people. */
export function differences(wanted: unknown, found: unknown, tolerance: Tolerance, at = ''): string[] {
	if (wanted === VOLATILE) return found === undefined ? [`${at} is missing`] : [];
	if (Array.isArray(wanted) && Array.isArray(found) && wanted.length === found.length)
		return wanted.flatMap((each, index) => differences(each, found[index], tolerance, `${at}/${index}`));
	if (isRecord(wanted) && isRecord(found)) {
		const { more, except = [] } = tolerance;
		const names = new Set([...Object.keys(wanted), ...(more ? [] : Object.keys(found))]);
		return [...names]
			.filter((name) => !except.includes(name))
			.flatMap((name) => differences(wanted[name], found[name], tolerance, `${at}/${name}`));
	}
	if (wanted === found || (tolerance.numbersAsText && typeof wanted === 'number' && String(wanted) === found))
		return [];
	return [`${at} is ${JSON.stringify(found)} instead of ${JSON.stringify(wanted)}`];
}
