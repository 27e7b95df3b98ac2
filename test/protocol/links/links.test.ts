import { findLogged, creatorColumns, compileLinkFilter, filtersIn, type LinkFilter, linkPermission } from '#links/plan';
import { oncePer } from '../../../src/protocol/wire/oncePer';
import { atOnce } from '../../support/atOnce';
import { timesTheCalls } from '../../support/countedCalls';
import { deepTest } from '../../support/runs';

/* Fields of the document (G16) and of the user interface (facts 5.26); what a link doesn't say is "unknown". */

const NOW = 1_700_000_000;
const DAY = 86_400;
type Link = Parameters<ReturnType<typeof compileLinkFilter>>[0];

test.each<[Link, ReturnType<typeof linkPermission>]>([
	[{ auth: '100' }, 'preview'],
	[{ auth: '110' }, 'download'],
	[{ auth: '111' }, 'upload'],
	[{ auth: '001' }, 'upload'],
	[{ auth: '010' }, 'download'],
	[{ auth: 100 }, 'preview'],
	[{ auth: '000' }, undefined],
	[{ auth: '1000' }, undefined],
	[{ auth: 'x100' }, undefined],
	[{ auth: 'preview' }, 'preview'],
	[{ permission: 'upload' }, 'upload'],
	[{ auth: 'download', permission: 'upload' }, 'download'],
	[{ auth: 'everything' }, undefined],
	[{}, undefined],
])('%j allows %s', (link, expected) => {
	expect(linkPermission(link)).toBe(expected);
});

test.each<[string, LinkFilter, Link, boolean]>([
	['nothing is asked', {}, {}, true],
	['nothing is asked for, in so many words', { permission: [], filePattern: ' ', neverExpires: false }, {}, true],
	['without an end', { neverExpires: true }, { deadline: -1 }, true],
	['without an end, as text', { neverExpires: true }, { deadline: '-1' }, true],
	['with an end', { neverExpires: true }, { deadline: NOW }, false],
	['without a password', { noPassword: true }, { password: 0 }, true],
	['without a password, as text', { noPassword: true }, { password: '0' }, true],
	['without a password, as a flag', { noPassword: true }, { password: false }, true],
	['with a password', { noPassword: true }, { password: 1 }, false],
	['with a password, as a flag', { noPassword: true }, { password: true }, false],
	['a permission of those', { permission: ['preview', 'upload'] }, { auth: '111' }, true],
	['another permission', { permission: ['preview', 'upload'] }, { auth: '110' }, false],
	['ends on the last second', { expiresWithin: 2 }, { deadline: NOW + 2 * DAY }, true],
	['ends a second later', { expiresWithin: 2 }, { deadline: NOW + 2 * DAY + 1 }, false],
	['ends in a second', { expiresWithin: 2 }, { deadline: NOW + 1 }, true],
	['has ended now', { expiresWithin: 2 }, { deadline: NOW }, false],
	['never ends', { expiresWithin: 2 }, { deadline: -1 }, false],
	['a name', { filePattern: '*.pdf' }, { filename: 'a.PDF', fullpath: 'x/b.txt' }, true],
	['another name', { filePattern: '*.pdf' }, { filename: 'a.txt' }, false],
	['the name in the path', { filePattern: '*.pdf' }, { fullpath: 'x/a.pdf' }, true],
	['the name in the path of a folder', { filePattern: 'x' }, { fullpath: 'a/x/' }, true],
	['a path', { filePattern: 'x/*.pdf' }, { fullpath: '/x/a.pdf' }, true],
	['a path with slashes around it', { filePattern: ' /x/a.pdf/ ' }, { fullpath: 'x/a.pdf' }, true],
	['another path', { filePattern: 'x/*.pdf' }, { fullpath: 'y/a.pdf', filename: 'x/a.pdf' }, false],
	['a path at any depth', { filePattern: '**.pdf' }, { fullpath: 'x/y/a.pdf', filename: 'a.txt' }, true],
	['both', { noPassword: true, neverExpires: true }, { password: 0, deadline: -1 }, true],
	['one of two', { noPassword: true, neverExpires: true }, { password: 0, deadline: NOW }, false],
])('wanted or not: %s', (_, filter, link, wanted) => {
	expect(compileLinkFilter(filter, NOW)(link)).toEqual({ wanted, unknown: [] });
});

test.each<[string, LinkFilter, Link, Array<keyof LinkFilter>]>([
	['when it ends', { neverExpires: true }, { deadline: '' }, ['neverExpires']],
	['when it ends, in days', { expiresWithin: 1 }, { deadline: null }, ['expiresWithin']],
	['whether it has a password', { noPassword: true }, {}, ['noPassword']],
	['what it allows', { permission: ['preview'] }, { auth: '' }, ['permission']],
	['its path', { filePattern: 'a/*' }, { filename: 'a' }, ['filePattern']],
	['its name', { filePattern: 'a' }, { fullpath: '', filename: '' }, ['filePattern']],
	[
		'two things',
		{ filePattern: 'a', noPassword: true, neverExpires: true },
		{ deadline: -1 },
		['noPassword', 'filePattern'],
	],
])('unknown: %s', (_, filter, link, unknown) => {
	expect(compileLinkFilter(filter, NOW)(link)).toEqual({ wanted: false, unknown });
});

test.each<[LinkFilter, ReturnType<typeof filtersIn>]>([
	[{}, []],
	[{ neverExpires: false, noPassword: false, permission: [], filePattern: '' }, []],
	[{ expiresWithin: 0 }, ['expiresWithin']],
	[{ filePattern: '*', permission: ['upload'] }, ['permission', 'filePattern']],
])('the filters that are set in %j: %j', (filter, expected) => {
	expect(filtersIn(filter)).toEqual(expected);
});

test('who created a link is called by the name or the account, in any case', () => {
	const wanted = (createdBy: string) =>
		compileLinkFilter({ createdBy }, NOW, () => [{ hash: 'h', names: ['Ann', 'a@example.com'], at: NOW }])({})
			.wanted;
	expect(['ANN', 'a@example.com', 'Ben'].map(wanted)).toEqual([true, true, false]);
});

/* What the log says of links that were all made to one file, each in a run of its own. */

deepTest('the time that links to one file take grows straight with their number', async () => {
	const entry = { fullpath: 'a.txt', isFolder: false, filesize: 1 };
	const finding = (length: number) => () => {
		const logged = Array.from({ length }, (_, at) => ({ hash: 'h', names: ['Ann', 'ann@example.com'], at }));
		const open = logged.map((_, at) => ({ code: `c${at}`, fullpath: 'a.txt', filename: 'a.txt', filesize: 1 }));
		const found = atOnce(findLogged(logged, new Map([['h', entry]]), open));
		const loggedFor = (link: object) => found.get(link as (typeof open)[number]) ?? [];
		const matchOf = compileLinkFilter({ createdBy: 'ann', createdAfter: '1' }, 1, loggedFor);
		const columnsOf = oncePer(creatorColumns);
		return open.map((link) => [columnsOf(loggedFor(link)).created_by, matchOf(link).wanted]);
	};
	expect(finding(200)()).toEqual(Array(200).fill(['Ann', true]));
	expect(await timesTheCalls(finding(2_000), finding(200))).toBeLessThan(12);
});
