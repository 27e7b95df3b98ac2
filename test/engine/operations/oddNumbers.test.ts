import { catalogue } from '../../../src/entries';
import { oneCase, someCases } from '../../support/runs';
import { FILE_NODES, type FileNode } from '../support/fileNodes';
import { KEPT, OddNumbersLab } from './oddNumbersLab';
import { shareWorld } from '../support/world';
import { words } from '../../support/words';

/* Sizes and times that cannot be true delete, replace, close and skip nothing, and no bound is kept with them. */

const ODD_SIZES = [-1, -1e13, 1e300, 'NaN', null, 'text', 1.5];
const ODD_TIMES = [-1, -1e13, 1e300, 'NaN', null, 'text', 0];
/** -1 says of a link that it never expires. */
const ODD_DEADLINES = ODD_TIMES.slice(1);

const lab = shareWorld(new OddNumbersLab());
beforeEach(() => lab.begin());

interface Case {
	/** What the service says of odd.txt, and how. */
	readonly field: string;
	readonly values: readonly unknown[];
	readonly nodes: readonly FileNode[];
	/** Runs the operation. `isOdd` is false where the service tells the truth, by which odd.txt is found. */
	readonly check: (node: FileNode, isOdd: boolean) => Promise<void>;
}

const size = { field: 'filesize', values: ODD_SIZES, nodes: FILE_NODES };
const modified = { field: 'last_dateline', values: ODD_TIMES, nodes: FILE_NODES };

const TREE_FILTERS = {
	modifiedWithin: 1,
	modifiedAfter: '2020-01-01',
	modifiedBefore: '2999-01-01',
	unmodifiedFor: 0,
	minMegabytes: 0,
	maxMegabytes: 0.001,
} as const;

/** What odd.txt of an unknown size or time does: nothing, whatever the filter. */
const TREES: Readonly<Record<string, (filters: object) => Case['check']>> = {
	getMany: (filters) => async (node, isOdd) =>
		expect(await lab.names(node, filters)).toEqual(isOdd ? ['other.txt'] : ['odd.txt', 'other.txt']),
	downloadZip: (filters) => async (node, isOdd) =>
		expect((await lab.zip(node, { filters })).names).toEqual(isOdd ? ['other.txt'] : ['odd.txt', 'other.txt']),
	mirror: (filters) => async (node, isOdd) => {
		const { error, odd, other } = await lab.mirror(node, { filters });
		expect([error, odd === KEPT, typeof other]).toEqual([undefined, isOdd, 'string']);
	},
};

const LINKS: Readonly<Record<string, object>> = {
	neverExpires: { neverExpires: true },
	expiresWithin: { expiresWithin: 6 },
	createdBefore: { createdBefore: '2999-01-01' },
	createdAfter: { createdAfter: '1' },
	createdBy: { createdBy: 'Ann' },
};
const linkCase = (operation: string, filter: string): Case => ({
	...(filter.startsWith('created')
		? { field: 'dateline', values: ODD_TIMES }
		: { field: 'deadline', values: ODD_DEADLINES }),
	nodes: ['fileLibrary'],
	check: async (_, isOdd) => {
		const expires = filter === 'neverExpires' ? { expires: 'never' } : { expires: 'days', days: 5 };
		const terms = { ...expires, options: { operatorId: '', operatorName: 'Ann' } };
		const { items, error } = await lab.links(operation, { filePattern: 'odd.txt', ...LINKS[filter] }, terms);
		expect(error).toBeUndefined();
		if (isOdd) expect(items).toEqual([]);
		else expect(items.length).toBeGreaterThan(0);
	},
});

const CASES = new Map<string, Case>([
	...Object.entries(TREES).flatMap(([operation, checkWith]) =>
		Object.entries(TREE_FILTERS).map(([filter, value]): [string, Case] => [
			`folder.${operation}.${filter}`,
			{ ...(filter.endsWith('Megabytes') ? size : modified), check: checkWith({ [filter]: value }) },
		]),
	),
	...['getMany', 'closeMany'].flatMap((operation) =>
		Object.keys(LINKS).map((filter) => [`link.${operation}.${filter}`, linkCase(operation, filter)] as const),
	),
	[
		'folder.downloadZip.maxMegabytesInAll',
		{
			...size,
			check: async (node, isOdd) => {
				lab.seedFile(`${lab.top}/S/z 1.txt`, '1'.repeat(600));
				lab.seedFile(`${lab.top}/S/z 2.txt`, '2'.repeat(600));
				const options = (most: number) => ({ options: { maxMegabytesInAll: most, ifFileFails: 'skip' } });
				const refused = await lab.zip(node, options(0.001204));
				expect(refused.error?.message).toMatch(/which is more than 0\.001204/);
				expect(refused.asked).toBe(0);
				const { names, json } = await lab.zip(node, options(0.005));
				expect(names).toEqual([...(isOdd ? [] : ['odd.txt']), 'other.txt', 'z 1.txt', 'z 2.txt']);
				expect(json?.failed).toBe(isOdd ? 1 : 0);
			},
		},
	],
	[
		'folder.mirror.ifTargetNewer',
		{
			...modified,
			check: async (node, isOdd) => {
				// Equal seconds are not newer.
				if (!isOdd) lab.show({ last_dateline: 1_700_000_000 });
				const { items, error, odd } = await lab.mirror(node, { options: { ifTargetNewer: 'keep' } });
				expect([error, odd === KEPT]).toEqual([undefined, isOdd]);
				const kept = items.find(({ action }) => action === 'keep');
				if (isOdd) expect(kept?.reason).toMatch(/does not show which one is newer/);
			},
		},
	],
	[
		'recycleBin.empty.deletedBefore',
		{
			...modified,
			nodes: ['fileLibrary'],
			check: async (_, isOdd) => {
				const { items, error } = await lab.emptyBin({ deletedBefore: '2999-01-01' });
				expect([error, items.length]).toEqual([undefined, isOdd ? 0 : 1]);
			},
		},
	],
	[
		'file.download.textLimit',
		{
			...size,
			check: async (node) => {
				const { items, error } = await lab.download(node, `${lab.top}/S/odd.txt`, { output: 'text' });
				expect([error, items[0]?.json.text]).toEqual([undefined, lab.odd]);
			},
		},
	],
]);

const EACH = [...CASES].map(([name, one], nth) => [name, one, nth] as const);
describe.each(EACH)('%s', (_name, { field, values, nodes, check }, nth) => {
	const cases = nodes.flatMap((node, at) => someCases(values, nth + 3 * at).map((value) => [node, value] as const));
	test.each(cases)('%s: %j', async (node, value) => {
		lab.show({ [field]: value });
		await check(node, true);
	});
	test.each(oneCase(nodes, nth))('%s: the truth', async (node) => await check(node, false));
});

/** What the service decides by, and what is no matter of what it has. */
const ELSEWHERE = words(`
	enterprise.getMany.beginDate enterprise.getMany.endDate file.upload.chunkSize
	file.getViewerPageLink.deadline file.getViewerPageLink.expires
	link.create.deadline link.create.expires
`);

test('each field that decides by a size or a time has a case', () => {
	const decides = /size|modified|newer|expire|created|deletedBefore/i;
	const deciding = catalogue.flatMap(({ resource, operation, input }) =>
		Object.entries(input)
			// What earlier versions had is another way to enter the same value.
			.filter(([key, field]) => !field.former && decides.test(`${key} ${field.label ?? ''}`))
			.filter(([, field]) => !('wire' in field && field.wire))
			.map(([key]) => `${resource}.${operation}.${key}`),
	);
	expect([...new Set(deciding)].sort()).toEqual([...CASES.keys(), ...ELSEWHERE].sort());
});

describe.each(FILE_NODES.map((node, nth) => [node, nth] as const))('%s', (node, nth) => {
	test.each(someCases(ODD_SIZES, nth))(
		'ZIP: a file of the size %j is a failure of that file, and nothing of it is asked for',
		async (filesize) => {
			lab.show({ filesize });
			const failed = await lab.zip(node, {});
			expect(failed.error?.message).toMatch(/no valid size of the file; failed to add ".*odd.txt"/);
			const { names, json, asked } = await lab.zip(node, { options: { ifFileFails: 'skip' } });
			expect([names, asked]).toEqual([['other.txt'], 1]);
			expect(json).toMatchObject({ file_count: 1, failed: 1, failures: [{ fullpath: `${lab.top}/S/odd.txt` }] });
		},
	);

	test.each(someCases(ODD_SIZES, nth + 2))(
		'Mirror: a file of the size %j is not stored over another one',
		async (filesize) => {
			lab.show({ filesize });
			const { error, odd } = await lab.mirror(node, {});
			expect(error?.message).toMatch(/no valid size of ".*S\/odd.txt", so it was not copied/);
			expect(odd).toBe(KEPT);
			lab.begin();
			lab.show({ filesize, filehash: '' });
			const kept = await lab.mirror(node, {});
			expect([kept.error, kept.odd]).toEqual([undefined, KEPT]);
			expect(kept.items).toContainEqual(expect.objectContaining({ action: 'keep', status: 'skipped' }));
		},
	);

	test.each(someCases(ODD_SIZES, nth + 4))('Download: a file of the size %j is whole', async (filesize) => {
		lab.show({ filesize });
		expect(String(await lab.bytesOf(`${lab.top}/S/odd.txt`, node))).toBe(lab.odd);
	});
});
