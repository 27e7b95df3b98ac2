import { copiedEntry, type QueuedCopy } from '../../../src/client/files/copiedEntry';
import { namedAnswers, NOT_FOUND, pageOf, REFUSED, type NamedAnswer } from '../../support/namedAnswers';
import { callerWith, errorOf } from '../../support/ports';

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

test('by a path that was free', async () => {
	const { place, asked } = await found({}, { info: { body: at('T/a.txt', 'x') } });
	expect(place).toEqual({ fullpath: 'T/a.txt', hash: 'x' });
	expect(asked).toEqual([['info', 'T/a.txt']]);
});

test.each(['T/a(1).txt', '/T/a(1).txt/'])('by a path that only the task knows (%s)', async (fullpath) => {
	const { place, asked } = await found({ before: OLD }, { info: { body: NEW } }, { fullpath });
	expect(place).toEqual({ fullpath: 'T/a(1).txt', hash: 'new' });
	expect(asked).toEqual([['info', 'T/a(1).txt']]);
});

test('ID, then path, then folder', async () => {
	const { place, asked } = await found({ hash: 'x' }, { info: NOT_FOUND, ls: pageOf([NEW]) });
	expect(place).toEqual({ fullpath: 'T/a(1).txt', hash: 'new' });
	expect(asked).toEqual([
		['info', 'x'],
		['info', 'T/a.txt'],
		['ls', 'T'],
	]);
});

test.each<[string, QueuedCopy['before'], object[], string | undefined]>([
	['the only new one', OLD, [OLD, NEW], 'new'],
	['one without a number', 'unknown', [at('T/a.txt', 'x', 100)], 'x'],
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

test('what cannot be read is thrown', async () => {
	expect(await errorOf(found({ hash: 'x' }, { info: REFUSED }))).toMatchObject({ kind: 'auth' });
	expect(await errorOf(found({ before: OLD }, { ls: REFUSED }))).toMatchObject({ kind: 'auth' });
});
