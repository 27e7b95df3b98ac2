import { restoreVersion } from '#versions/work';
import { type NamedAnswer, namedAnswers, pageOf, REFUSED } from '../../support/namedAnswers';
import { callerWith, errorOf } from '../../support/ports';

/* A file with two contents, of which the service still knows the older one; whole: engine/files/restoreVersion. */

const [OLD, NEW] = ['aa'.repeat(20), 'bb'.repeat(20)];
const FILE = { fullpath: 'A/b.txt', hash: 'id', dir: 0, filehash: NEW, filesize: 7 };
const entryOf = (n: number, filehash: string, more = {}) => ({ hid: `h${n}`, filehash, dateline: 1_000 + n, ...more });
const FIRST = entryOf(1, OLD, { filesize: 5 });
const SECOND = entryOf(2, NEW, { filesize: 7 });
const AFTER = { ...FILE, filehash: OLD, filesize: 5 };
const answering = (...histories: object[][]): NamedAnswer => {
	const pages = histories.map((entries) => pageOf(entries));
	return (_, earlier) => pages[Math.min(earlier, pages.length - 1)] ?? {};
};

const ANSWERS = {
	info: (_: unknown, earlier: number) => ({ body: earlier < 2 ? FILE : AFTER }),
	history: answering([SECOND, FIRST]),
	create_file: { body: { hash: 'id', fullpath: 'A/b.txt', state: 1 } },
};

function restoring(answers: Record<string, NamedAnswer> = {}, filehash = OLD) {
	const http = namedAnswers({ ...ANSWERS, ...answers });
	const order = { file: { fullpath: 'A/b.txt' }, filehash, operator: {} };
	return { http, restored: restoreVersion(callerWith(http), order) };
}

test.each([
	[OLD, OLD],
	[OLD.toUpperCase(), OLD],
	[OLD, OLD.toUpperCase()],
])('a file that has the content %s already stays as it is, where %s is wanted', async (filehash, wanted) => {
	const before = { ...FILE, filehash };
	const { http, restored } = restoring({ info: { body: before } }, wanted);
	expect(await restored).toEqual({ before });
	expect(http.names).toEqual(['info']);
});

test('a content of unknown size in the history is none', async () => {
	const { http, restored } = restoring({ history: answering([SECOND, entryOf(1, OLD)]) });
	expect(await errorOf(restored)).toMatchObject({
		kind: 'input',
		field: 'Version',
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
