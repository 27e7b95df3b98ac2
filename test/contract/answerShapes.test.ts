import { ManualClock, type AnswerChoice, type EmulatorOptions, type ShapeName, shapeNames } from '../emulator';
import { aThird, oneCase, someCases } from '../support/runs';
import { startExamples, withDemo, runsHere } from './demo';
import { type OperationEntry, reference } from './reference';

/* Runs all examples against one emulator whose answers have a shape, and compares what comes out with other runs. */

/** What an example put out: the JSON of its items, or why it failed. */
interface Outcome {
	readonly items: readonly unknown[];
	readonly error?: string;
}
/** By the ID of the entry. */
type Outcomes = ReadonlyMap<string, Outcome>;

/** Every emulator starts at the same time, so that times are the same in all runs. */
const START = Date.now();

/** Runs the examples in their order; all of them share one emulator. */
async function outcomesOf(
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
function common(one: unknown, other: unknown): unknown {
	if (Array.isArray(one) && Array.isArray(other) && one.length === other.length)
		return one.map((each, index) => common(each, other[index]));
	if (isRecord(one) && isRecord(other))
		return Object.fromEntries(Object.entries(one).map(([key, value]) => [key, common(value, other[key])]));
	return one === other ? one : VOLATILE;
}

/** How much items of a shape may differ from the plain ones. */
interface Tolerance {
	readonly more?: true;
	readonly except?: readonly string[];
	readonly numbersAsText?: true;
}

/** The differences between what is wanted and what came out, as lines for people. */
function differences(wanted: unknown, found: unknown, tolerance: Tolerance, at = ''): string[] {
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

/* The examples of every node against each shape of answers that deployments are known for: people get the same. */

type Choice = ShapeName | 'all';

const examples = reference().filter(runsHere);
const byId = new Map(examples.map((entry) => [entry.id, entry]));
const like = (id: string, suffix: string, example: Record<string, unknown>): OperationEntry => {
	const entry = byId.get(id);
	if (!entry) throw new Error(`the reference has no ${id}`);
	return { ...entry, id: `${id} ${suffix}`, example: { ...entry.example, ...example } };
};
const at = (mode: string, value: string) => ({ __rl: true, mode, value });

/** What the examples hardly answer: nothing. */
const empty: readonly OperationEntry[] = [
	like('libraryFileSearch', 'without matches', { keywords: 'no such name' }),
	like('userFileSearch', 'without matches', { keyword: 'no such name' }),
	like('orgSearch', 'without matches', { library: at('name', 'no such library') }),
	like('libraryFileLinks', 'of files only', { options: { file: true } }),
	like('entGetMember', 'without departments', { member: at('id', '279') }),
];
const entries = [...empty, ...aThird(examples)];

/** Operations whose answer is only "200" by the document, while the emulator tells more (facts 5.9, 5.12). */
const TELLS_MORE = ['libraryFileMove', 'userFileCopy', 'userFileMove', 'userFileRename', 'userFileCreateFolder'];
/** Items of an operation without Simplify are what the service says, numbers as text included. */
const asSent = ({ simplify }: OperationEntry): Tolerance => (simplify ? {} : { numbersAsText: true });

const tolerances: Partial<Record<ShapeName, (entry: OperationEntry) => Tolerance>> = {
	'extra-keys': () => ({ more: true }),
	'null-names': () => ({ except: ['modified_by', 'created_by', 'deleted_by'] }),
	'counts-as-text': asSent,
	'numbers-as-text': asSent,
	'empty-bodies': ({ id }) => (TELLS_MORE.includes(id) ? { except: ['hash', 'fullpath'] } : {}),
};

/** What a shape may change; a mix of all may change what any of them may. Durations always differ. */
function toleranceOf(choice: Choice, entry: OperationEntry): Tolerance {
	const names = choice === 'all' ? shapeNames : [choice];
	const each = names.map((name) => tolerances[name]?.(entry) ?? {});
	const merged = each.reduce((one, other) => ({ ...one, ...other }), {});
	return { ...merged, except: ['duration_ms', ...each.flatMap(({ except = [] }) => except)] };
}

/** What the plain answers give, as far as it is the same in every run. */
let plain: ReadonlyMap<string, unknown>;
beforeAll(async () => {
	const first = await outcomesOf(entries, []);
	// Times of the machine are not compared: in another second they are other ones.
	const now = Date.now;
	jest.spyOn(Date, 'now').mockImplementation(() => now() + 1100);
	const second = await outcomesOf(entries, []);
	jest.restoreAllMocks();
	const failed = [...first].flatMap(([id, { error }]) => (error ? [`${id}: ${error}`] : []));
	if (failed.length > 0) throw new Error(`plain answers fail: ${failed.join('; ')}`);
	plain = new Map([...first].map(([id, { items }]) => [id, common(items, second.get(id)?.items)]));
});

function problemsIn(choice: Choice, found: Outcomes): Map<string, string[]> {
	const problems = entries.map((entry): [string, string[]] => {
		const { items, error } = found.get(entry.id) ?? { items: [], error: 'was not run' };
		return [entry.id, error ? [error] : differences(plain.get(entry.id), items, toleranceOf(choice, entry))];
	});
	return new Map(problems.filter(([, lines]) => lines.length > 0));
}

test.each(oneCase<Choice>(['all', ...shapeNames]))('%s: every example gives what plain answers do', async (choice) => {
	const found = await outcomesOf(entries, choice === 'all' ? choice : [choice]);
	const problems = problemsIn(choice, found);
	expect([...problems].map(([id, [first, ...more]]) => `${id}: ${first} (and ${more.length} more)`)).toEqual([]);
});

test('the oracle finds a wrong value, a missing and a surplus field, and text for a number', () => {
	const [wanted, volatile] = [{ a: 1, b: [{ c: 'x' }] }, common({ t: 1 }, { t: 2 })];
	expect(differences(wanted, { a: 1, b: [{ c: 'y' }] }, {})).toEqual(['/b/0/c is "y" instead of "x"']);
	expect(differences(wanted, { a: 1, b: [] }, {})).toHaveLength(1);
	expect(differences(wanted, { ...wanted, d: 1 }, {})).toHaveLength(1);
	expect(differences(wanted, { ...wanted, d: 1 }, { more: true })).toEqual([]);
	expect(differences(wanted, { ...wanted, a: '1' }, {})).toHaveLength(1);
	expect(differences(wanted, { ...wanted, a: '1' }, { numbersAsText: true })).toEqual([]);
	expect([differences(volatile, { t: 3 }, {}), differences(volatile, {}, {})]).toEqual([[], ['/t is missing']]);
});

/* A refusal says the same in every shape, and a client that recovers by its code recovers in every shape. */

const entryOf = (id: string): OperationEntry => {
	const found = reference().find((entry) => entry.id === id);
	if (!found) throw new Error(`the reference has no ${id}`);
	return found;
};
const missing: OperationEntry = {
	...entryOf('libraryFileInfo'),
	example: { ...entryOf('libraryFileInfo').example, file: { __rl: true, mode: 'path', value: 'nothing/合' } },
};

describe.each([...someCases(shapeNames), 'all'] as const)('%s', (name) => {
	const answers = name === 'all' ? name : [name];

	test('a missing file is named, with its code', async () => {
		const { run } = await startExamples();
		const { error } = await withDemo(async (emulator) => await run(missing, emulator), { answers });
		expect(error?.message).toContain('was deleted: "nothing/合" (error 40402, HTTP ');
	});

	test('an expired token is renewed', async () => {
		const { run } = await startExamples();
		const entry = entryOf('userFileInfo');
		await withDemo(
			async (emulator) => {
				expect((await run(entry, emulator)).error).toBeUndefined();
				emulator.expireTokens('expired');
				const { error, items } = await run(entry, emulator);
				expect([error?.message, items]).toEqual([undefined, [expect.anything()]]);
			},
			{ answers },
		);
	});
});
