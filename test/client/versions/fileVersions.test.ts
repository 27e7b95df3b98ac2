import { fileVersions } from '../../../src/client/versions/fileHistory';
import { namedAnswers, NOT_FOUND, pageOf } from '../../support/namedAnswers';
import { callerWith, errorOf } from '../../support/ports';

const hash = (n: number): string => n.toString(16).padStart(40, '0');
/** The entries of a history, newest first, one second apart. */
const history = (length: number) =>
	Array.from({ length }, (_, at) => length - at).map((n) => ({
		...{ hid: `h${n}`, filehash: hash(n), filesize: n, dateline: 1_000 + n, member_name: 'Kim' },
	}));

test.each([0, 1, 100, 101, 250])('all %i versions, newest first', async (length) => {
	const http = namedAnswers({ history: (fields) => pageOf(history(length), fields) });
	const versions = await fileVersions(callerWith(http), 'A/b.txt');
	expect(versions.map(({ hid }) => hid)).toEqual(history(length).map(({ hid }) => hid));
	for (const [, fields] of http.asked) expect(fields).toMatchObject({ fullpath: 'A/b.txt' });
});

test('what is known of a version', async () => {
	const http = namedAnswers({ history: pageOf(history(2)) });
	expect(await fileVersions(callerWith(http), 'b.txt')).toEqual([
		{ number: 2, filehash: hash(2), filesize: 2, hid: 'h2', seconds: 1_002, memberName: 'Kim', isCurrent: true },
		{ number: 1, filehash: hash(1), filesize: 1, hid: 'h1', seconds: 1_001, memberName: 'Kim', isCurrent: false },
	]);
});

test('a history that does not stop changing is no failure', async () => {
	let length = 150;
	const http = namedAnswers({ history: (fields) => pageOf(history((length += 3)), fields) });
	const versions = await fileVersions(callerWith(http), 'b.txt');
	expect(versions.length).toBeGreaterThanOrEqual(150);
});

test('the failure of the service is thrown', async () => {
	const reading = fileVersions(callerWith(namedAnswers({ history: NOT_FOUND })), 'b.txt');
	expect(await errorOf(reading)).toMatchObject({ kind: 'notFound', operation: 'libraryFileHistory' });
});
