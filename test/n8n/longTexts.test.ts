import { fileNameIn } from '../../src/client/download/download';
import { readEntry } from '#activity/work';
import { fingerprintOf } from '#changes/work';
import { entryFields, readWanted } from '#directory/plan';
import { loggedLink } from '#links/plan';
import { checkList } from '../../src/protocol/operation/check/list';
import { readRow, parseAsRead } from '#permissionTable/plan';
import { frameOrigins, readPost } from '#preview/plan';
import { readingTarget, readReadingPost } from '#reading/plan';
import { recycledIn } from '#recycleBin/plan';
import { uploadServers } from '../../src/client/upload/serverRequest';
import { ArchiveNames } from '#zip/work';
import { transportError } from '../../src/client/http/transportErrors';
import { compilePatterns } from '../../src/protocol/tree/patterns';
import { parseCursor } from '../../src/protocol/wire/feedCursor';
import { atOnce } from '../support/atOnce';
import { checkFields } from '../../src/protocol/operation/check';
import { setMetadata } from '../../src/protocol/catalogue/tagsAndMetadata';
import { explainFailure } from '../../src/n8n/execute/inFormWords';
import { codingsIn } from '../../src/client/http/httpAnswer';
import { listIn } from '../../src/client/paging/offsetPages';
import { linkSecrets } from '../../src/client/service/secretVault';
import { compileEntryFilter } from '../../src/protocol/tree/entryFilter';
import { writtenDate } from '../../src/protocol/operation/check/date';
import { checkJson, textProblem } from '../../src/protocol/operation/check/text';
import { decodeAnswer, retryAfter } from '../../src/protocol/wire/decode';
import { newsIn, titleOf } from '../../src/protocol/wire/errorBody';
import * as paths from '../../src/protocol/wire/paths';
import { LibraryError, quoted, reworded } from '../../src/protocol/wire/libraryError';
import { scrubber, wholeScrubber } from '../../src/protocol/wire/scrub';
import { decodeText } from '../../src/protocol/text/encodings';
import { callsIn } from '../support/countedCalls';
import { aThird, someCases } from '../support/runs';

/* What reads text of others does work in proportion to its length (regular expressions: eslint-plugin-regexp). */

/** Whether a reader calls 16 times as many functions for 16 times the text, and not 256 times. */
async function growsStraight(read: (text: string) => unknown, piece: string): Promise<boolean> {
	const reading = (length: number) => (): void => tried(() => read(`${piece.repeat(length / piece.length)}\0x`));
	const short = await callsIn(reading(250));
	return (await callsIn(reading(4_000))) < 24 * short + 1_000;
}

test('a reader that looks at the rest of a text at each of its places is found', async () => {
	const each = (text: string, look: (rest: string) => void) => [...text].forEach((_, at) => look(text.slice(at)));
	expect(await growsStraight((text) => each(text, () => undefined), 'a')).toBe(true);
	expect(await growsStraight((text) => each(text, (rest) => each(rest, () => undefined)), 'a')).toBe(false);
});

const tried = (work: () => unknown): void => {
	try {
		work();
	} catch {
		// A refusal is as good as a result.
	}
};
const secrets = ['S3cret of the client!', 'a%2Fb+c=='];
const [ofError, ofItem] = [scrubber(secrets), wholeScrubber(secrets)];
const filter = compileEntryFilter({ include: ['*a*a*a*.x'], extensions: ['x'] });
const answer = (text: string, headers = {}) => ({ status: 200, headers, text });
const place = { item: 0, where: '' };
const ADA = { type: 'member', outId: 'a', name: 'Ada', account: 'ada' };
const job = { op: setMetadata, form: {} as never, item: 0 };
const refusal = new LibraryError('input', 'x', { status: 400 });

const PARSERS: Readonly<Record<string, (text: string) => unknown>> = {
	'an answer': (text) => decodeAnswer('op', answer(text), 0, secrets),
	'a text in an answer': (text) =>
		decodeAnswer('op', answer(JSON.stringify({ error_code: 1, error_msg: text })), 0, secrets),
	'a path in a refusal': (text) =>
		decodeAnswer('op', answer(JSON.stringify({ error_code: 40402, fullpath: text })), 0),
	'a web page': (text) => titleOf(answer(`<html>${text}`, { 'content-type': 'text/html' })),
	'a Location': (text) => decodeAnswer('op', { ...answer('', { location: `http://h/${text}` }), status: 302 }, 0),
	'Retry-After': (text) => retryAfter({ 'retry-after': text }, 0),
	'Content-Encoding': codingsIn,
	'Content-Disposition': (text) => [
		fileNameIn(text),
		fileNameIn(`attachment; filename="${text}`),
		fileNameIn(`filename*=utf-8'${text}`),
	],
	'a content type': (text) => [paths.safeMediaType(text), paths.safeMediaType(`a/b;${text}`)],
	'the news of a text': (text) => newsIn(text.slice(0, 500), 'refused', true),
	'a list': (text) => listIn({ id: 'x' } as never, [{ [text]: text }] as never),
	'a file name': paths.safeFileName,
	'a path': (text) => [paths.toFullpath(text), paths.withoutEndSlashes(text), paths.isNumbered(text, `${text}(2)`)],
	'a path that is checked': (text) => paths.checkPath('Path', text),
	'the code of a link': (text) => [paths.linkCode(text), paths.linkCode(`https://h/${text}`)],
	'a percent-encoded value': paths.rfc3986,
	'a signed link': linkSecrets,
	'an error without secrets': ofError,
	'an item without secrets': ofItem,
	'a message': (text) => [quoted(text), explainFailure(job, reworded(refusal, text.slice(0, 20_000)))],
	'an entry of a filter': (text) => filter({ filename: text, dir: 0 }, text),
	'a post of a page': (text) => [readPost(text), readPost(`{"a":"${text}"}`)],
	'an answer of a reader': (text) => [readReadingPost(text), readReadingPost({ comment: text })],
	'a cell': parseAsRead,
	'a row of a table': (text) => {
		for (const name of ['fullpath', 'granted', 'ls', 'as_read', 'role', 'account'])
			tried(() => readRow({ json: { fullpath: 'A', member_id: '1', granted: '', [name]: text }, ...place }));
	},
	'an entry of a directory': (text) => {
		for (const name of ['outId', 'name', 'account', 'email', 'expires', 'enabled', 'departmentOutIds', text])
			tried(() => atOnce(readWanted([{ json: { ...ADA, [name]: text }, ...place }], entryFields())));
	},
	'a pattern': (text) => compilePatterns('Pattern', [text]),
	'the extensions of a list': (text) => checkList('List', { of: 'extension', form: ',', required: true }, text),
	'an address that may embed': (text) => frameOrigins([text]),
	'the log of a link': (text) => loggedLink({ act: 21, fullpath: text, content: text, filename: text }),
	'an entry of a log': (text) => readEntry('library', { dateline: text, act: text, fullpath: text }),
	'an entry of the feed': (text) => fingerprintOf({ hash: text, filename: text } as never),
	'an entry of the bin': (text) => recycledIn({ fullpath: text, filename: text, dateline: text }),
	'an address of a reader': (text) => readingTarget(`https://h/webhook-waiting/1/reading?reading=${text}`),
	'the beginning of such an address': (text) => readingTarget(`https://h/${text}/1/reading?reading=x`),
	'a cursor': parseCursor,
	'a date': writtenDate,
	'a text of a field': (text) => [textProblem(text), textProblem(text, 'content')],
	'JSON of a field': (text) => checkJson('JSON', text),
	'a number of a field': (text) => checkFields(setMetadata.input, { metadata: [{ type: 'number', value: text }] }),
	'addresses of upload servers': (text) => uploadServers([text, text], 'https://h'),
	'a path in an archive': (text) => new ArchiveNames().ofFile(text),
	'the code of a failed connection': (text) =>
		transportError(Object.assign(new Error(text), { code: text }), { url: 'https://h' }),
	'a text file': (text) => decodeText(Buffer.from(text)),
};

const PIECES = [
	...['.', ' ', '/', '"', '“', "'", '\\', '%', '&#', '<title', '[', '{"a":', '{},', '\\u00', '%25', 'QUJD', '(1)'],
	...['\ud800', '\0', '\ufeff', '合', ';filename=', '1', 'a.', '="', '"token', 'http://', '\r\n ', '=?', '0.', '*a'],
];

test.each(aThird(Object.entries(PARSERS).map(([name, parse], nth) => ({ name, parse, nth }))))(
	'$name',
	async ({ parse, nth }) => {
		for (const piece of someCases(PIECES, nth))
			expect([piece, await growsStraight(parse, piece)]).toEqual([piece, true]);
	},
);
