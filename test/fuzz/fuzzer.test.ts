import { execFileSync } from 'node:child_process';
import path from 'node:path';
import fc from 'fast-check';
import { fuzzTarget, seedOfBatch } from './fuzzTarget';
import { readOptions } from './options';
import { SHARES, targets } from './targets';

/* The fuzzer itself: it finds what is planted, and finds it again. */

const planted = fuzzTarget({
	name: 'planted',
	promise: 'no list has a number above 1,000',
	share: 1,
	cases: fc.array(fc.integer({ min: 0, max: 100_000 })),
	keeps: (list) => {
		if (list.some((number) => number > 1_000)) throw new Error('above 1,000');
	},
});

test('a case that breaks a promise is found, made small, and found again with its seed and number', async () => {
	const finding = await planted.play(5, 500);
	expect(finding).toMatchObject({
		seed: 5,
		smallest: '[1001]',
		problem: expect.stringContaining('above 1,000') as string,
	});
	const { cases = 0 } = finding ?? {};
	expect(await planted.play(5, cases)).toMatchObject({ cases, smallest: '[1001]' });
	expect(await planted.play(5, cases - 1)).toBeUndefined();
});

test('each batch has a seed of its own, and the first that of the run', () => {
	const seeds = Array.from({ length: 1_000 }, (_, batch) => seedOfBatch(7, batch));
	expect(seeds[0]).toBe(7);
	expect(new Set(seeds).size).toBe(1_000);
	expect(seeds.every((seed) => seed >= 0 && seed < 2 ** 31)).toBe(true);
});

test('10,000 cases are 10,000, and every target has a name of its own', () => {
	expect(targets.reduce((sum, { share }) => sum + share, 0)).toBe(SHARES);
	expect(new Set(targets.map(({ name }) => name)).size).toBe(targets.length);
});

test('the command line', () => {
	expect(readOptions(['--target', 'feed', '--seed', '3', '--cases', '10_000', '--workers', '1'])).toEqual({
		...{ target: 'feed', seed: 3, cases: 10_000, workers: 1, list: false },
	});
	expect(readOptions([]).cases).toBe(1_000_000);
	expect(() => readOptions(['--cases', 'many'])).toThrow('--cases needs a whole number');
	expect(() => readOptions(['--speed', '9'])).toThrow();
});

test('it runs outside of jest, where what targets share with tests has no expect', () => {
	const main = path.join(__dirname, 'main.ts');
	const args = ['--import', 'tsx', main, '--list', '--target', 'feed'];
	expect(execFileSync(process.execPath, args, { encoding: 'utf8' })).toMatch(/^feed +\d+ {2}the trigger reports/);
});
