import { copiedEntry, type QueuedCopy } from '../../../src/client/files/whereIs';
import { byName, entriesOf, infoIfExists, locationOf } from '../../../src/client/files/fileCalls';
import { type NamedAnswer, namedAnswers, NOT_FOUND, pageOf, REFUSED } from '../../support/namedAnswers';
import { callerWith, errorOf, personAccount } from '../../support/ports';

/* Where a copy to T/a.txt is; the task was added in second 100. */

const TASK = { status: 2, add_dateline: 100 };
const at = (fullpath: string, hash: string, created?: number) => ({ fullpath, hash, create_dateline: created });
const NEW = at('T/a(1).txt', 'new', 100);
const OLD = at('T/a.txt', 'old', 99);

async function found(copy: Partial<QueuedCopy>, answers: Record<string, NamedAnswer>, task: object = TASK) {
	const http = namedAnswers(answers);
	const whole = { target: 'T/a.txt', before: undefined, ...copy };
	const place = await copiedEntry(callerWith(http), whole, { ...TASK, ...task });
	return { place, asked: http.asked.map(([name, { fullpath, hash }]) => [name, fullpath ?? hash]) };
}

test('by the ID that the service promised', async () => {
	const { place, asked } = await found({ hash: 'new', before: OLD }, { info: { body: NEW } });
	expect(place).toEqual({ fullpath: 'T/a(1).txt', hash: 'new' });
	expect(asked).toEqual([['info', 'new']]);
});

test.each([100, 101, undefined])('what was at the target with this ID is the copy (created %s)', async (created) => {
	const { place, asked } = await found({ hash: 'new', before: at('T/a.txt', 'new', created) }, {});
	expect(place).toEqual({ fullpath: 'T/a.txt', hash: 'new' });
	expect(asked).toEqual([]);
});

test('it is the copy too where the task has no time', async () => {
	const before = at('T/a.txt', 'new', 5);
	expect((await found({ hash: 'new', before }, {}, { add_dateline: undefined })).place?.hash).toBe('new');
});

test('but not where it is older: then it is looked for among the entries of the folder', async () => {
	const before = at('T/a.txt', 'old', 99);
	const { place, asked } = await found({ hash: 'old', before }, { ls: pageOf([before, NEW]) });
	expect(place).toEqual({ fullpath: 'T/a(1).txt', hash: 'new' });
	expect(asked).toEqual([['ls', 'T']]);
});

test('ID, then folder', async () => {
	const { place, asked } = await found({ hash: 'x' }, { info: NOT_FOUND, ls: pageOf([NEW]) });
	expect(place).toEqual({ fullpath: 'T/a(1).txt', hash: 'new' });
	expect(asked).toEqual([
		['info', 'x'],
		['ls', 'T'],
	]);
});

test.each<[string, QueuedCopy['before'], object[], string | undefined]>([
	['the only new one', OLD, [OLD, NEW], 'new'],
	['one without a number', 'unknown', [at('T/a.txt', 'x', 100)], 'x'],
	['the only one at a path that was free', undefined, [at('T/a.txt', 'x')], 'x'],
	["not somebody else's at a path that was free", undefined, [at('T/a.txt', 'x', 101), NEW], undefined],
	['nor an older one there', undefined, [at('T/a.txt', 'x', 99), NEW], 'new'],
	['none', OLD, [OLD], undefined],
	['two new ones', OLD, [NEW, at('T/a(2).txt', 'more', 101)], undefined],
	['another name', OLD, [at('T/b.txt', 'x', 100)], undefined],
	['no time', OLD, [at('T/a(1).txt', 'x')], undefined],
	['what was there, if nothing else', at('T/a.txt', 'y', 100), [at('T/a.txt', 'y', 100)], 'y'],
	['rather not what was there', at('T/a.txt', 'y', 100), [at('T/a.txt', 'y', 100), NEW], 'new'],
])('among the entries of the folder: %s', async (_, before, entries, hash) => {
	const { place, asked } = await found({ before }, { ls: pageOf(entries) });
	expect(place?.hash).toBe(hash);
	expect(asked).toEqual([['ls', 'T']]);
});

test('what does not exist has no information; any other failure is thrown', async () => {
	const about = (info: object) => infoIfExists(callerWith(namedAnswers({ info })), { fullpath: 'a' });
	expect(await about({ body: { hash: 'h' } })).toEqual({ hash: 'h' });
	expect(await about(NOT_FOUND)).toBeUndefined();
	expect(await errorOf(about(REFUSED))).toMatchObject({ kind: 'auth' });
	expect(await errorOf(about(new RangeError('a defect')))).toMatchObject({ message: 'a defect' });
});

test.each([
	[
		{ fullpath: 'A/b', hash: 'h', dir: 0 },
		{ fullpath: 'A/b', hash: 'h' },
	],
	[{ fullpath: 'A/b/', hash: '' }, { fullpath: 'A/b' }],
	[{ fullpath: '', hash: 'h' }, undefined],
	[{ hash: 'h' }, undefined],
])('the place of %j', (entry, place) => expect(locationOf(entry)).toEqual(place));

test.each([
	['A/b.txt', true],
	['other/b.txt', true],
	['A/b(1).txt', true],
	['A/b.txt/', true],
	['A/c.txt', false],
	['A/bb.txt', false],
	[undefined, false],
])('whether %s has the name b.txt', (fullpath, has) => {
	expect(byName([{ fullpath }])('A/b.txt')).toHaveLength(Number(has));
});

test.each([
	['all of few entries, with a library authorization', {}, 101, 101],
	['the first 10,000 of more, with a user token', { account: personAccount() }, 10_050, 10_000],
])('%s', async (_, extra, length, expected) => {
	const all = Array.from({ length }, (__, at) => ({ hash: `h${at}`, fullpath: `A/${at}` }));
	const http = namedAnswers({ ls: (fields) => pageOf(all, fields) });
	const found: object[] = [];
	for await (const entry of entriesOf(callerWith(http, extra), { fullpath: 'A' })) found.push(entry);
	expect(found).toEqual(all.slice(0, expected));
	expect(http.asked[0]?.[1]).toMatchObject({ fullpath: 'A' });
});
