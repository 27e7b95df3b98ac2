import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { Synchronization } from '../accounts/synchronization';
import { manyDoubtful } from '../support/drawnValues';
import { UPLOAD, useFailures } from '../support/failures';
import { NONSENSE, type Hostile } from '../support/hostileValues';
import { someCases } from '../../support/runs';
import { shareWorld } from '../support/world';

/* Hostile values in what an operation takes from its items: names of files, and the entries of a directory. */

/** An error of ours, in one line that can be shown. */
function expectClear(message: string | undefined, name: RegExp): void {
	expect(message).toMatch(name);
	expect(message).not.toMatch(/[\p{Cc}\p{Cs}]|Cannot read|is not a function/u);
	expect(message?.length).toBeLessThan(600);
}

describe('the name of a file to upload', () => {
	const f = useFailures();

	const named = async (fileName: unknown): Promise<INodeExecutionData> => {
		const item = await f.engine.binaryItem(Buffer.from('content'), { fileName: 'x.bin' });
		return { json: {}, binary: { data: { ...item.binary!.data!, fileName: fileName as string } } };
	};
	test.each(NONSENSE)('%s', async (_name, fileName) => {
		const before = f.emulator.requests.length;
		const { error } = await f.run(UPLOAD, [await named(fileName)]);
		expectClear(error?.message, /^File Name[: ]/);
		expect(f.emulator.requests.slice(before)).toEqual([]);
	});
	test.each<[string, unknown]>([
		['no data', { mimeType: 'a/b' }],
		['a number as data', { data: 5, fileName: 'x' }],
		['a number as ID', { data: '', id: 7, fileName: 'x' }],
		['a text', 'x'],
	])('a binary field with %s', async (_name, data) => {
		const before = f.emulator.requests.length;
		const { error } = await f.run(UPLOAD, [{ json: {}, binary: { data } } as INodeExecutionData]);
		expectClear(error?.message, /^Input Binary Field: the binary field "data" has no content/);
		expect(f.emulator.requests.slice(before)).toEqual([]);
	});
	test.each(['__proto__', 'constructor', 'toString', 'data,__proto__'])('the binary field %s', async (field) => {
		const before = f.emulator.requests.length;
		const { error } = await f.run({ ...UPLOAD, binaryPropertyName: field }, [await named('x.bin')]);
		expectClear(error?.message, /^Input Binary Field[: ]/);
		expect(f.emulator.requests.slice(before)).toEqual([]);
	});
});

describe('an entry of a directory', () => {
	const sync = shareWorld(new Synchronization());

	const MEMBER = { type: 'member', outId: 'u-01', name: 'Ben', account: 'ben@example.com' };
	const DEPARTMENT = { type: 'department', outId: 'd-1', name: 'Sales' };
	const LABELS: Readonly<Record<string, string>> = {
		type: 'Type',
		outId: 'External ID',
		name: 'Name',
		account: 'Account',
		email: 'Email',
		phone: 'Phone',
		title: 'Title',
		departmentOutIds: 'Departments',
		enabled: 'Enabled',
		expires: 'Expires',
		leader: 'Supervisor',
		leaderOutId: 'Supervisor External ID',
		leaderAccount: 'Supervisor Account',
		parentOutId: 'Parent',
		order: 'Order',
	};
	const ofDepartment = ['parentOutId', 'order'];
	const cases = Object.keys(LABELS).map((key) => [key, ofDepartment.includes(key) ? DEPARTMENT : MEMBER] as const);
	const labels = new RegExp(`^(${Object.values(LABELS).join('|')})[: ]`);

	/** What entries give, and whether anything was sent. */
	async function outcome(...entries: IDataObject[]): Promise<{ message: string | undefined; sent: number }> {
		const before = sync.emulator.requests.length;
		const { error } = await sync.run(entries);
		return { message: error?.message, sent: sync.emulator.requests.length - before };
	}
	const withField = (entry: IDataObject, key: string, [, value]: Hostile) => ({
		...entry,
		[key]: value as IDataObject,
	});

	test.each(cases)('%s', async (key, entry) => {
		for (const hostile of someCases(NONSENSE, Object.keys(LABELS).indexOf(key))) {
			const { message, sent } = await outcome(withField(entry, key, hostile));
			expectClear(message, new RegExp(`^${LABELS[key]}[: ]`));
			expect([hostile[0], sent]).toEqual([hostile[0], 0]);
		}
		for (const hostile of manyDoubtful()) {
			const { message } = await outcome(withField(entry, key, hostile));
			if (message !== undefined) expectClear(message, labels);
		}
	});

	test.each<[string, IDataObject[], RegExp]>([
		[
			'departments below each other',
			[
				{ ...DEPARTMENT, parentOutId: 'd-2' },
				{ ...DEPARTMENT, outId: 'd-2', parentOutId: 'd-1' },
			],
			/^Parent: "Sales" would be placed below itself/,
		],
		['a department below itself', [{ ...DEPARTMENT, parentOutId: 'd-1' }], /^Parent: .* below itself/],
		[
			'a supervisor who may be one of two',
			[
				{ ...MEMBER, leader: 'u-02' },
				{ ...MEMBER, outId: 'u-02', account: 'b' },
				{ ...MEMBER, outId: 'u-03', account: 'U-02' },
			],
			/^Supervisor: "u-02" is the external ID of one member and the account of another/,
		],
	])('%s: known before anything is sent', async (_name, entries, name) => {
		const { message, sent } = await outcome(...entries);
		expectClear(message, name);
		expect(sent).toBe(0);
	});

	test.each(NONSENSE)('a directory that is no list: %s', async (_name, directory) => {
		const form = { source: 'json', directory: '={{ $json.directory }}' };
		const { error } = await sync.run([{ directory: directory as IDataObject }], form);
		expectClear(error?.message, /^Directory(, row \d+)?([:,] Type)?[: ]/);
	});
});
