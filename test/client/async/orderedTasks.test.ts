import { makeOrderedTasks, type Claim } from '../../../src/client/async/orderedTasks';

const tick = async (): Promise<void> => await new Promise((done) => setImmediate(done));

/** What two works do, begun one after the other: the letters of their beginning and end. */
async function course(first: Claim, second: Claim): Promise<string> {
	const tasks = makeOrderedTasks();
	let seen = '';
	const work = (name: string) => async (): Promise<void> => {
		seen += name;
		await tick();
		seen += name.toLowerCase();
	};
	await Promise.all([tasks.run(first, work('A')), tasks.run(second, work('B'))]);
	return seen;
}
const ORDERED = 'AaBb';
const TOGETHER = 'ABab';
const at = (scope: string, paths: string[] = [], sources: string[] = []): Claim => ({ scope, paths, sources });

test.each<[string, Claim, Claim, string]>([
	['the same thing', at('1'), at('1'), ORDERED],
	['different things', at('1'), at('2'), TOGETHER],
	['the same path', at('', ['a/b']), at('', ['a/b']), ORDERED],
	['a folder, then what is in it', at('', ['a']), at('', ['a/b']), ORDERED],
	['what is in a folder, then the folder', at('', ['a/b/c']), at('', ['a']), ORDERED],
	['the root and anything', at('', ['']), at('', ['x']), ORDERED],
	['neighbours', at('', ['a/b']), at('', ['a/bc']), TOGETHER],
	['the same path of different things', at('1', ['a']), at('2', ['a']), TOGETHER],
	['one of several paths', at('', ['a', 'b']), at('', ['c', 'b']), ORDERED],
	['two copies of one source', at('', ['x'], ['a']), at('', ['y'], ['a']), TOGETHER],
	['a copy, then a change of its source', at('', ['x'], ['a']), at('', ['a']), ORDERED],
	['a copy of what a copy makes', at('', ['x'], ['a']), at('', ['y'], ['x']), ORDERED],
])('%s', async (_name, first, second, expected) => expect(await course(first, second)).toBe(expected));

test('the next one comes also after a failure, which stays that of the first', async () => {
	const tasks = makeOrderedTasks();
	const first = tasks.run(at('1'), async () => {
		await tick();
		throw new Error('no');
	});
	const second = tasks.run(at('1'), async () => 'yes');
	await expect(first).rejects.toThrow('no');
	expect(await second).toBe('yes');
});

test('three on the same thing keep their order', async () => {
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
