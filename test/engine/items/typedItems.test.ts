import { operations, type ContractOperation } from '../../contract/contract';
import { reference, type OperationEntry } from '../../contract/reference';
import type { RecordedRequest } from '../../support/fakeServer';
import { oneCase } from '../../support/runs';
import { sampleAnswer } from '../support/contractAnswers';
import { by } from '../support/library';
import { nodes } from '../support/nodes';

/*
 * Each operation with the sample of the contract, and with the same sample with numbers as text (client facts 5.15),
 * names of digits as numbers, and lists with gaps as PHP sends them (A07): the items are equal.
 */

/** When the sample of the updates feed was changed, in Unix milliseconds. */
const UPDATED_AT = 1_770_000_000_000;

type Change = (value: unknown) => unknown;
const isObject = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy of an answer in which every value inside was changed, from the innermost on. */
const changed = (value: unknown, change: Change): unknown => {
	if (Array.isArray(value)) return change(value.map((entry: unknown) => changed(entry, change)));
	if (!isObject(value)) return change(value);
	return change(Object.fromEntries(Object.entries(value).map(([name, one]) => [name, changed(one, change)])));
};
const numbersAsText: Change = (value) => (typeof value === 'number' ? String(value) : value);
/** As PHP sends a list of which the first entries were taken out. */
const gappedLists: Change = (value) =>
	Array.isArray(value) ? Object.fromEntries(value.map((entry: unknown, at) => [String(at + 3), entry])) : value;
/** With a field in every object that would change what it inherits, were it assigned. */
const withPrototypes: Change = (value) =>
	isObject(value) ? Object.fromEntries([...Object.entries(value), ['__proto__', { inherited: 1 }]]) : value;

let change: Change;
/** Answers this in place of samples. */
let emptyAnswer: string | undefined;
afterEach(() => void (emptyAnswer = undefined));
/** What is made of the time of a run is the same in both. */
const STARTED = Date.now();
beforeEach(() => void jest.spyOn(Date, 'now').mockReturnValue(STARTED));
const operationOf = ({ method, path, form }: RecordedRequest): ContractOperation | undefined =>
	[...operations.values()].find(
		(op) =>
			op.method === method &&
			op.path === path &&
			(op.id === 'libraryFilePreviewUrlAnnotated') === form.has('annotation'),
	);
/** A sample; tasks are completed, the feed ends after its first page, and each source of a copy has a result. */
const answerOf = (op: ContractOperation, { form }: RecordedRequest): unknown => {
	const sample = sampleAnswer(op);
	if (op.id === 'libraryFileUpdates' && isObject(sample)) {
		const isFirst = (form.get('fetch_dateline') ?? '0') === '0';
		return { ...sample, fetch_dateline: UPDATED_AT, list: isFirst ? sample.list : [] };
	}
	if (op.id === 'libraryFileCopyMany' && Array.isArray(sample))
		return (form.get('from_fullpaths') ?? '').split('|').flatMap(() => sample as unknown[]);
	return op.id === 'libraryFileQueueStatus' && isObject(sample) ? { ...sample, status: 2 } : sample;
};
const all = nodes({
	service: (request) => {
		const op = operationOf(request);
		if (request.path.includes('/oauth2/')) return { body: { access_token: 'the-access-token', expires_in: 3600 } };
		if (emptyAnswer !== undefined) return { body: emptyAnswer };
		return { body: JSON.stringify(op ? changed(answerOf(op, request), change) : {}) };
	},
});

/** Operations that answer something and are one request or one list. */
const answering = reference().filter(({ id, covers }) => {
	const op = operations.get(id);
	return op?.answerPointer !== undefined && op.credential !== 'none' && covers.length === 1 && id !== 'tokenIssue';
});
const itemsOf = async (entry: OperationEntry, form: Change, simplify: boolean) => {
	change = form;
	const { items, error } = await all.run(entry.node, { ...entry.example, simplify });
	expect(error).toBeUndefined();
	return items.map(({ json }) => json);
};

test('there are many such operations', () => expect(answering.length).toBeGreaterThan(60));

const EVERYTHING: Change = (value) => withPrototypes(gappedLists(numbersAsText(value)));

test.each(answering.map((entry, nth) => [entry.id, entry, nth] as const))('%s', async (_id, entry, nth) => {
	const simple = await itemsOf(entry, (value) => value, true);
	expect(simple.length).toBeGreaterThan(0);
	const others = await itemsOf(entry, EVERYTHING, true);
	expect(others).toEqual(simple);
	expect(JSON.stringify(others)).not.toMatch(/__proto__|inherited/);
	// As it came, a number that is a text stays one.
	for (const form of oneCase([gappedLists, withPrototypes], nth))
		expect(JSON.stringify(await itemsOf(entry, form, false))).toBe(
			JSON.stringify(await itemsOf(entry, (value) => value, false)),
		);
});

test.each([['{}'], ['[]']])('a folder without permissions (%s) gives no item', async (body) => {
	emptyAnswer = body;
	const form = { resource: 'folderPermission', operation: 'getFolder', folder: by('path', 'Docs') };
	const { items, error } = await all.run('fileLibrary', form);
	expect(error).toBeUndefined();
	expect(items).toEqual([]);
});
