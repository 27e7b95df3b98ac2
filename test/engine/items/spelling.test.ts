import { startExamples, withDemo } from '../../contract/demo';
import { reference, type OperationEntry } from '../../contract/reference';
import { activitiesIn, changesIn, viewerEvent } from '../chains/triggered';

/*
 * Keys of items are in the service's spelling, so that what an item names is what a form takes; booleans are booleans,
 * and times are ISO text. Every example is run in n8n's engine, as a person starts with it.
 */

/** What a person or a deployment names: metadata, details of a history record, and maps by ID. */
const FREE = new Set(['metadata', 'details', 'members', 'groups', 'roles']);
/** Its items are its own plan, in the spelling of the input that it describes (docs/directory-sync.md). */
const OWN_SPELLING = new Set(['directorySynchronize']);
const SPELLING = /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/;
const isRecord = (value: unknown): value is Record<string, unknown> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

/** The keys of an item and of what is in it, as paths; lists are looked into. */
function fieldsOf(value: unknown, at = ''): Array<readonly [path: string, value: unknown]> {
	if (Array.isArray(value)) return value.flatMap((one) => fieldsOf(one, at));
	if (!isRecord(value)) return [];
	return Object.entries(value).flatMap(([key, inside]) => {
		const path = at === '' ? key : `${at}.${key}`;
		return [[path, inside] as const, ...(FREE.has(key) && isRecord(inside) ? [] : fieldsOf(inside, path))];
	});
}

/** The wire forms that people do not read: `dir`, codes for yes and no, Unix times, "unlimited" as a number. */
const WIRE = /(^|_)(dateline|deadline|dir|cmd|lock)$|^(capacity|size_total|size_org_total)$/;
const isWireForm = (key: string, value: unknown): boolean =>
	WIRE.test(key) && !((value === null || Number(value) >= 0) && /^(capacity|size)/.test(key));

function problemsIn(item: object): string[] {
	return fieldsOf(item).flatMap(([path, value]) => {
		const key = path.split('.').at(-1) ?? '';
		if (!SPELLING.test(key)) return [`${path} is not in the spelling of the service`];
		if (isWireForm(key, value)) return [`${path} is ${JSON.stringify(value)}, as on the wire`];
		return value === '' ? [`${path} is empty`] : [];
	});
}

test('the judge finds a key in another spelling, inside too, a wire form and an empty text', () => {
	const item = {
		memberId: 1,
		orgs: [{ sizeUsed: 1 }],
		dir: 0,
		capacity: -1,
		modified_by: '',
		metadata: { Any: 'x' },
	};
	expect(problemsIn(item)).toEqual([
		'memberId is not in the spelling of the service',
		'orgs.sizeUsed is not in the spelling of the service',
		'dir is 0, as on the wire',
		'capacity is -1, as on the wire',
		'modified_by is empty',
	]);
});

let examples: Awaited<ReturnType<typeof startExamples>>;
beforeAll(async () => void (examples = await startExamples()));

/** Parameters in the place of an example that selects nothing in a new demo. */
const OTHERS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
	libraryFileRecycleEmpty: { allEntries: true, filters: {} },
};

const entries = reference().map((entry): [string, OperationEntry] => [entry.id, entry]);
test.each(entries.filter(([id]) => !OWN_SPELLING.has(id)))('%s', async (id, entry) => {
	const parameters = { ...entry.example, ...OTHERS[id] };
	const { items, error } = await withDemo(async (emulator) => await examples.run(entry, emulator, { parameters }));
	expect(error).toBeUndefined();
	expect(items.length).toBeGreaterThan(0);
	expect([...new Set(items.flatMap(({ json }) => problemsIn(json)))]).toEqual([]);
});

test('the triggers', async () => {
	const { engine } = examples;
	const changes = await withDemo(async (emulator) => await changesIn(engine, emulator));
	const activities = await withDemo(async (emulator) => await activitiesIn(engine, emulator));
	expect(activities.length).toBeGreaterThan(10);
	const found = [...changes, ...activities, ...(await viewerEvent())].map(({ json }) => json);
	expect(found.length).toBeGreaterThan(20);
	expect([...new Set(found.flatMap(problemsIn))]).toEqual([]);
	for (const item of changes.map(({ json }) => json))
		expect(Object.keys(item).slice(0, 4)).toEqual(['event', 'filename', 'fullpath', 'modified']);
});

test('names come before IDs and hashes', async () => {
	const names = ['filename', 'fullpath', 'type', 'filesize'];
	for (const id of [
		'libraryFileInfo',
		'libraryFileList',
		'libraryFileUpload',
		'userFileInfo',
		'userFileList',
		'userFileUpload',
	]) {
		const [, entry] = entries.find(([one]) => one === id) ?? [];
		if (!entry) throw new Error(`no operation ${id}`);
		const { items } = await withDemo(async (emulator) => await examples.run(entry, emulator));
		expect(Object.keys(items[0]?.json ?? {}).slice(0, 4)).toEqual(names);
	}
});

/** Parameters of reference examples by which an operation is told what to work on, and the keys that say it after. */
const THINGS: ReadonlyArray<readonly [parameter: string, modes: Readonly<Record<string, string>>]> = [
	['file', { path: 'fullpath', id: 'hash' }],
	['folder', { path: 'fullpath', id: 'hash' }],
	['enterprise', { outId: 'out_id', id: 'ent_id' }],
];
test.each(entries.filter(([id]) => !/Tag$|Recycle/.test(id)))('%s says what it was about', async (_id, entry) => {
	const asked = THINGS.flatMap(([parameter, modes]) => {
		const locator = entry.example[parameter] as { mode?: string } | undefined;
		const key = locator?.mode === undefined ? undefined : modes[locator.mode];
		return key === undefined ? [] : [key];
	});
	if (asked.length === 0) return;
	const { items } = await withDemo(async (emulator) => await examples.run(entry, emulator));
	const missing = asked.filter((key) =>
		items.some(({ json }) => json[key] === undefined && json.from_fullpath === undefined),
	);
	expect(missing).toEqual([]);
});
