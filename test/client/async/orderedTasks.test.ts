import { makeOrderedTasks, type Claim } from '../../../src/client/async/orderedTasks';

const tick = async (): Promise<void> => await new Promise((done) => setImmediate(done));

/** The course of two tasks started one after the other: a capital letter when one starts, a small one when it ends. */
async function courseOf(first: Claim, second: Claim): Promise<string> {
	const tasks = makeOrderedTasks();
	let seen = '';
	const task = (name: string) => async (): Promise<void> => {
		seen += name;
		await tick();
		seen += name.toLowerCase();
	};
	await Promise.all([tasks.run(first, task('A')), tasks.run(second, task('B'))]);
	return seen;
}
const IN_TURN = 'AaBb';
const CONCURRENT = 'ABab';
const needing = (paths: string[], parents: string[]): Claim => ({ scope: '', paths, parents });
const at = (scope: string, paths: string[] = [], sources: string[] = []): Claim => ({ scope, paths, sources });

test.each<[string, Claim, Claim, string]>([
	['the same scope', at('1'), at('1'), IN_TURN],
	['different scopes', at('1'), at('2'), CONCURRENT],
	['the same path', at('', ['a/b']), at('', ['a/b']), IN_TURN],
	['a folder, then a file in it', at('', ['a']), at('', ['a/b']), IN_TURN],
	['a file in a folder, then the folder', at('', ['a/b/c']), at('', ['a']), IN_TURN],
	['the root, then any path', at('', ['']), at('', ['x']), IN_TURN],
	['paths with a common beginning', at('', ['a/b']), at('', ['a/bc']), CONCURRENT],
	['the same path in different scopes', at('1', ['a']), at('2', ['a']), CONCURRENT],
	['one common path of several', at('', ['a', 'b']), at('', ['c', 'b']), IN_TURN],
	['two copies of one source', at('', ['x'], ['a']), at('', ['y'], ['a']), CONCURRENT],
	['a copy, then a change of its source', at('', ['x'], ['a']), at('', ['a']), IN_TURN],
	['a copy of the result of a copy', at('', ['x'], ['a']), at('', ['y'], ['x']), IN_TURN],
	['a parent, then what needs it', needing(['p'], []), needing(['c'], ['p']), IN_TURN],
	['what needs a parent, then the parent', needing(['c'], ['p']), needing(['p'], []), IN_TURN],
	['something around a parent', needing(['g'], []), needing(['c'], ['g/p']), IN_TURN],
	['something else inside a parent', needing(['p/a'], []), needing(['c'], ['p']), CONCURRENT],
	['two that need one parent', needing(['a'], ['p']), needing(['b'], ['p']), CONCURRENT],
	['two that need the root', needing(['a'], ['']), needing(['b'], ['']), CONCURRENT],
	['a task without paths, then any path', at('1'), at('1', ['a']), IN_TURN],
	['any path, then a task without paths', at('1', ['a']), at('1'), IN_TURN],
	['a source, then a task without paths', at('1', ['x'], ['a']), at('1'), IN_TURN],
	['one changed path of several is a parent', needing(['x', 'p'], []), needing(['c'], ['p']), IN_TURN],
	['other paths, other sources', at('', ['x'], ['a']), at('', ['y'], ['b']), CONCURRENT],
	['a parent of another scope', at('1', ['p']), needing(['c'], ['p']), CONCURRENT],
])('%s', async (_name, first, second, expected) => expect(await courseOf(first, second)).toBe(expected));

test('a failure does not stop the next task and is reported for its own task only', async () => {
	const tasks = makeOrderedTasks();
	const first = tasks.run(at('1'), async () => {
		await tick();
		throw new Error('no');
	});
	const second = tasks.run(at('1'), async () => 'yes');
	await expect(first).rejects.toThrow('no');
	expect(await second).toBe('yes');
});

test('three tasks of the same scope keep their order', async () => {
	const tasks = makeOrderedTasks();
	const seen: number[] = [];
	await Promise.all(
		[3, 2, 1].map(
			async (n) =>
				await tasks.run(at('1'), async () => {
					for (let i = 0; i < n; i++) await tick();
					seen.push(n);
				}),
		),
	);
	expect(seen).toEqual([3, 2, 1]);
});
