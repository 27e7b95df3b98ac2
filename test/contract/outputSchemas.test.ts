import 'reflect-metadata';
import { pageEvent, dataOf, PreviewSetup } from '../engine/triggers/previewSetup';
import { Activities } from '../engine/support/activities';
import { Triggers } from '../engine/support/triggers';
import { catalogue } from '../../src/entries';
import type { Emulator } from '../emulator';
import { operations } from './contract';
import { contractShape } from './contractShape';
import { startExamples, withDemo } from './demo';
import {
	countOfFiles,
	isEven,
	isTable,
	outputSchema,
	publishedEntries,
	unknownIn,
	wordsOf,
	type OutputSchema,
} from './outputSchemas';
import { reference, triggers, type OperationEntry } from './reference';
import { opened } from '../engine/support/world';

/* What n8n shows before the first run; emulator.test.ts compares the items of all examples with it. */

const entries = reference();
const all = [...entries, ...triggers()];

test('n8n finds a schema for every operation and trigger, and there are no others', () => {
	const missing = all.filter((entry) => Object.keys(outputSchema(entry)?.properties ?? {}).length === 0);
	expect(missing.map(({ id }) => id)).toEqual([]);
	expect(countOfFiles()).toBe(all.length);
});

test('operations.json has the fields of the items behind those of the form, and the example after them', () => {
	for (const entry of publishedEntries()) {
		const keys = Object.keys(entry);
		const places = ['fields', 'outputFields', 'example'].map((key) => keys.indexOf(key));
		expect(places).toEqual([...places].sort((a, b) => a - b));
		expect(keys.indexOf('outputFields')).toBe(keys.indexOf('fields') + 1);
	}
});

test('no schema contains a value', () => {
	const words = new Set(all.flatMap((entry) => wordsOf(outputSchema(entry) ?? {})));
	const kinds = ['object', 'array', 'string', 'number', 'boolean', 'null'];
	expect([...words].filter((word) => ![...kinds, 'type', 'properties', 'items'].includes(word))).toEqual([]);
});

/* What people read as a table: at most 12 columns. */

/** Columns that programs need and people do not read. */
const FOR_PROGRAMS = /(^|_)(id|hash|filehash|hid|act|state|code|cursor|logo_url)$/;

test.each(all.filter(isTable).map((entry): [string, OperationEntry] => [entry.id, entry]))(
	'%s: at most 12 columns, those for people first, the first one a name, event or date',
	(id, entry) => {
		const columns = Object.keys(outputSchema(entry)?.properties ?? {});
		// A row of permissions has its columns by the table that people edit.
		if (id === 'permissionTableGet')
			return expect(columns.slice(0, 5)).toEqual(['fullpath', 'name', 'role', 'granted_names', 'source']);
		expect(columns.length).toBeLessThanOrEqual(12);
		const forPeople = columns.filter((name) => !FOR_PROGRAMS.test(name));
		expect(columns.slice(0, forPeople.length)).toEqual(forPeople);
		expect(columns[0]).toMatch(/name$|^(event|date)$/);
	},
);

const of = (id: string, more: Record<string, unknown> = {}): OperationEntry => {
	const entry = entries.find((one) => one.id === id);
	if (!entry) throw new Error(`the reference has no ${id}`);
	return { ...entry, example: { ...entry.example, ...more } };
};
const record = {
	dateline: 1_780_000_000,
	act: 5,
	act_name: 'upload',
	hash: 'h',
	fullpath: 'a.txt',
	dir: 0,
	filesize: 1,
};
const link = { filename: 'a.txt', filesize: 1, link: 'https://x.example/link/a', deadline: 1_990_000_000, password: 0 };

type Case = [name: string, entry: OperationEntry, prepare: (emulator: Emulator) => void, fields: string[]];

test.each<Case>([
	['a copy', of('libraryFileCopy', { options: { waitForCompletion: false } }), () => {}, ['requested', 'queue_id']],
	['a queued copy that was waited for', of('libraryFileCopy'), () => {}, ['completed']],
	['a queued folder', of('libraryFolderCopy', { options: { waitForCompletion: false } }), () => {}, ['requested']],
	['several copies', of('libraryFileCopyMany', { options: { waitForCompletion: false } }), () => {}, ['requested']],
	[
		'a restore to an unknown place',
		of('libraryFileRecover'),
		({ faults }) => {
			const body = { error_code: 40310, error_msg: 'no' };
			faults.add({ match: '/file/ls', action: { status: 403, body }, times: 9 });
		},
		['warning'],
	],
	[
		'a history with extended properties of plain text',
		of('libraryFileHistory'),
		({ faults }) => {
			const body = { count: 1, list: [{ ...record, hid: '1', filehash: 'f', property: 'from the office' }] };
			faults.add({ match: '/file/history', action: { status: 200, body }, times: 9 });
		},
		['details'],
	],
	['a file as text', of('libraryFileDownload', { output: 'text' }), () => {}, ['text', 'encoding']],
	['an upload by web form', of('libraryFileUpload', { options: { method: 'form' } }), () => {}, ['verified']],
	['a directory plan', of('directorySynchronize', { planOutput: 'summary' }), () => {}, ['members', 'departments']],
	...['libraryFolderMirror', 'userFolderMirror', 'permissionTableApply'].map((id): Case => {
		const entry = of(id, { planOutput: 'summary' });
		return [`the summary of ${id}`, entry, () => {}, ['plan', 'limits']];
	}),
	...['summary', 'changes'].map((planOutput): Case => {
		const entry = of('libraryFileLinkCloseMany', { planOutput, dryRun: true });
		const body = [link, { ...link, deadline: -1, code: 'c' }];
		const prepare = ({ faults }: Emulator) =>
			void faults.add({ match: '/file/links', action: { status: 200, body }, times: 9 });
		return [`links that never expire, as ${planOutput}`, entry, prepare, ['status']];
	}),
	[
		'links that say what they allow',
		of('libraryFileLinks'),
		({ faults }) =>
			faults.add({
				match: '/file/links',
				action: { status: 200, body: [{ ...link, auth: 'upload' }] },
				times: 9,
			}),
		['allow'],
	],
])('the schema knows the fields of %s', async (_name, entry, prepare, fields) => {
	const examples = await startExamples();
	await withDemo(
		async (emulator) => {
			prepare(emulator);
			const { items, error } = await examples.run(entry, emulator);
			expect(error).toBeUndefined();
			expect(Object.keys(items[0]?.json ?? {})).toEqual(expect.arrayContaining(fields));
			expect(items.flatMap(({ json }) => unknownIn(json, outputSchema(entry)))).toEqual([]);
		},
		{ queueDelayMs: 30 },
	);
});

/** The fields at the top of what the contract answers for an operation that puts it out as it is. */
function promised(id: string): string[] {
	const contract = operations.get(id);
	const shape = contract && contractShape(contract);
	const fields = [...(shape?.keys() ?? [])].map((at) => at.replace(/^\[\]\.?/, ''));
	return fields.filter((at) => /^[\w-]+$/.test(at));
}

/** Operations that make items of their own, where the fields of the answer are not those of the item. */
const OWN_ITEMS = catalogue.filter(({ simplify, covers, wrap }) => simplify || covers || wrap).map(({ id }) => id);

test.each(entries.filter(({ id }) => !OWN_ITEMS.includes(id)))('$id has the fields of the contract', (entry) => {
	const known = Object.keys(outputSchema(entry)?.properties ?? {});
	expect(promised(entry.id).filter((field) => !known.includes(field))).toEqual([]);
});

test('the schemas of the triggers know the fields of their items', async () => {
	const [change, activity, preview] = triggers().map((entry) => outputSchema(entry));
	const watching = await Triggers.start(await Triggers.engine());
	const trigger = watching.activate();
	await trigger.poll();
	await watching.file('A/a.txt');
	const found = (await trigger.poll())?.flat() ?? [];
	await watching.close();
	expect(found.map(({ json }) => json.fullpath).sort()).toEqual(['A', 'A/a.txt']);
	expect(found.flatMap(({ json }) => unknownIn(json, change))).toEqual([]);
	expect(isEven(found.map(({ json }) => json))).toBe(true);
	const people = await Activities.start(await Activities.engine());
	const doings = people.activate({ events: ['downloaded', 'anyManagement'], startFrom: 'beginning' });
	people.write({ path: 'a.txt' });
	people.manage(2, 'text');
	const done = (await doings.poll()) ?? [];
	await people.close();
	expect(new Set(done.map(({ json }) => json.event))).toEqual(new Set(['downloaded', 'managementMember']));
	expect(isEven(done.map(({ json }) => json))).toBe(true);
	expect(done.flatMap(({ json }) => unknownIn(json, activity))).toEqual([]);
	const pages = await opened(new PreviewSetup());
	const { items } = await pages.post(dataOf(await pages.page()).token, [pageEvent(1)]);
	await pages.close();
	expect(items).toHaveLength(1);
	expect(items?.flatMap(({ json }) => unknownIn(json, preview))).toEqual([]);
});

test('the check finds a field, a kind and an entry of a list that a schema does not know', () => {
	const schema: OutputSchema = {
		type: 'object',
		properties: { a: { type: ['string', 'null'] }, b: { type: 'array' } },
	};
	expect(unknownIn({ a: null, b: [] }, schema)).toEqual([]);
	expect(unknownIn({ a: 1, b: [1], c: true }, schema)).toHaveLength(3);
	expect(unknownIn({ a: 'x', b: null }, schema)).toHaveLength(1);
});
