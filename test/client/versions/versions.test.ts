import { restoreVersion } from '#versions/work';
import { type NamedAnswer, namedAnswers, pageOf, REFUSED } from '../../support/namedAnswers';
import { callerWith, errorOf } from '../../support/ports';

/* A file with two contents, of which the service still knows the older one. */

const [OLD, NEW] = ['aa'.repeat(20), 'bb'.repeat(20)];
const FILE = { fullpath: 'A/b.txt', hash: 'id', dir: 0, filehash: NEW, filesize: 7 };
const entryOf = (n: number, filehash: string, more = {}) => ({ hid: `h${n}`, filehash, dateline: 1_000 + n, ...more });
const FIRST = entryOf(1, OLD, { filesize: 5 });
const SECOND = entryOf(2, NEW, { filesize: 7 });
const THIRD = entryOf(3, OLD, { filesize: 5 });
const AFTER = { ...FILE, filehash: OLD, filesize: 5 };
const answering = (...histories: object[][]): NamedAnswer => {
	const pages = histories.map((entries) => pageOf(entries));
	return (_, earlier) => pages[Math.min(earlier, pages.length - 1)] ?? {};
};

const ANSWERS = {
	info: (_: unknown, earlier: number) => ({ body: earlier < 2 ? FILE : AFTER }),
	history: answering([SECOND, FIRST], [THIRD, SECOND, FIRST]),
	create_file: { body: { hash: 'id', fullpath: 'A/b.txt', state: 1 } },
};

function restoring(answers: Record<string, NamedAnswer> = {}, more = {}) {
	const http = namedAnswers({ ...ANSWERS, ...answers });
	const order = { file: { fullpath: 'A/b.txt' }, filehash: OLD, operator: {}, ...more };
	return { http, restored: restoreVersion(callerWith(http), order) };
}

test('the service is told the content, and the new version is looked for', async () => {
	const { http, restored } = restoring({}, { operator: { op_id: '4' }, filehash: OLD.toUpperCase() });
	const { before, stored, from, made } = await restored;
	expect(before).toEqual(FILE);
	expect(stored).toMatchObject({ fullpath: 'A/b.txt', hash: 'id' });
	expect(from).toMatchObject({ hid: 'h1', filehash: OLD, filesize: 5, number: 1, isCurrent: false });
	expect(made).toMatchObject({ hid: 'h3', filehash: OLD, number: 3, isCurrent: true });
	const sent = http.asked.filter(([name]) => name === 'create_file').map(([, fields]) => fields);
	expect(sent).toEqual([
		expect.objectContaining({ fullpath: 'A/b.txt', filehash: OLD, filesize: '5', overwrite: '1', op_id: '4' }),
	]);
	const [info] = http.asked;
	expect(info).toEqual(['info', { fullpath: 'A/b.txt', attribute: '10' }]);
	for (const [name, fields] of http.asked) if (name === 'history') expect(fields.fullpath).toBe('A/b.txt');
});

test.each([OLD, OLD.toUpperCase()])('a file that has the content %s already stays as it is', async (filehash) => {
	const before = { ...FILE, filehash };
	const { http, restored } = restoring({ info: { body: before } });
	expect(await restored).toEqual({ before });
	expect(http.names).toEqual(['info']);
});

test.each([
	[{ fullpath: 'A', dir: 1 }, { fullpath: 'A' }, 'File: "A" is a folder'],
	[{ dir: 1 }, { hash: 'id' }, 'File: "" is a folder'],
])('a folder has no versions (%j)', async (info, file, message) => {
	const { http, restored } = restoring({ info: { body: info } }, { file });
	expect(await errorOf(restored)).toMatchObject({
		kind: 'input',
		field: 'File',
		message,
		hint: 'Choose a file: folders have no versions.',
	});
	expect(http.names).toEqual(['info']);
});

test.each([
	['unknown', [SECOND]],
	['of unknown size', [SECOND, entryOf(1, OLD)]],
])('a content that is %s in the history', async (_, entries) => {
	const { http, restored } = restoring({ history: answering(entries) });
	expect(await errorOf(restored)).toMatchObject({
		kind: 'input',
		field: 'Version',
		message: `Version: the history of "b.txt" has no version with the checksum ${OLD}`,
		hint: 'Choose a version from the list, or copy the filehash of one from History: Get Many.',
	});
	expect(http.names).toEqual(['info', 'history']);
});

test.each<[string, NamedAnswer]>([
	['does not show it yet', answering([SECOND, FIRST])],
	['shows the one that was restored', answering([SECOND, FIRST], [FIRST])],
	['is empty then', answering([SECOND, FIRST], [])],
	['cannot be read then', (_, earlier) => (earlier === 0 ? pageOf([SECOND, FIRST]) : REFUSED)],
])('the new version stays unknown where the history %s', async (_, history) => {
	const restored = await restoring({ history }).restored;
	expect(Object.keys(restored)).toEqual(['before', 'stored', 'from']);
});

test('a content that the service no longer knows is asked for by its checksum', async () => {
	const create_file = { body: { hash: 'id', fullpath: 'A/b.txt', state: 0, server: 'https://up.example.com' } };
	const upload = { upload_init: { body: { session: 's' } }, upload_abort: {} };
	const { http, restored } = restoring({ create_file, ...upload, download_url: REFUSED });
	expect(await errorOf(restored)).toMatchObject({ operation: 'libraryFileDownloadUrl' });
	const asked = http.asked.filter(([name]) => name === 'download_url');
	expect(asked[0]?.[1]).toEqual({ fullpath: 'A/b.txt', filehash: OLD });
});
