import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { makeBudget, makeOrderedTasks, type Claim, inParallel } from '../../../src/client/async/tasks';
import { property } from '../../support/property';

/* What waits for what. The case decides in which order running tasks end, so no clock is needed. */

/** A task under way: its end is decided from outside. */
interface Running {
	readonly task: number;
	end(): void;
}

const turns = async (): Promise<void> => await new Promise((resolve) => setImmediate(resolve));

/** Ends running tasks, one at a time in the order that `picks` say, until nothing runs; all have ended then. */
async function playOut(running: Running[], picks: readonly number[], afterEach: () => void): Promise<void> {
	for (let round = 0; ; round++) {
		await turns();
		afterEach();
		const [next] = running.splice((picks[round % picks.length] ?? 0) % Math.max(1, running.length), 1);
		if (!next) return;
		next.end();
	}
}

const PATHS = ['', 'a', 'a/b', 'a/b/c', 'ab', 'b', 'b/a', 'a/c'];
const somePaths = fc.subarray(PATHS, { maxLength: 3 });
const claim: fc.Arbitrary<Claim> = fc.record(
	{ scope: fc.constantFrom('x', 'x', 'y'), paths: somePaths, sources: somePaths, parents: somePaths },
	{ requiredKeys: ['scope', 'paths'] },
);

/** One object may be the claim of several tasks. */
const ofFew = fc
	.array(claim, { minLength: 1, maxLength: 2 })
	.chain((few) => fc.array(fc.constantFrom(...few), { minLength: 3, maxLength: 8 }));

/** Whether one path is the other, contains it or lies in it, by their parts; the empty path is the root of all. */
function meet(one: string, other: string): boolean {
	const [short = [], long = []] = [one, other]
		.map((path) => (path === '' ? [] : path.split('/')))
		.sort((a, b) => a.length - b.length);
	return short.every((part, at) => part === long[at]);
}
/** Whether a change of a path has to do with a parent: it is that, or around it. */
const covers = (path: string, parent: string): boolean => meet(path, parent) && path.length <= parent.length;

function conflict(a: Claim, b: Claim): boolean {
	const all = ({ paths, sources = [] }: Claim): string[] => [...paths, ...sources];
	if (a.scope !== b.scope) return false;
	if (all(a).length === 0 || all(b).length === 0) return true;
	const changes = (one: Claim, other: Claim): boolean =>
		one.paths.some((path) => all(other).some((each) => meet(path, each))) ||
		one.paths.some((path) => (other.parents ?? []).some((parent) => covers(path, parent)));
	return changes(a, b) || changes(b, a);
}

property({
	promise: 'no two items that touch the same run at once, all keep their order, the others run at once, all end',
	count: 1400,
	cases: fc.record({
		claims: fc.oneof(fc.array(claim, { minLength: 1, maxLength: 8 }), ofFew),
		fails: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
		picks: fc.array(fc.nat(7), { minLength: 1, maxLength: 8 }),
	}),
	keeps: async ({ claims, fails, picks }) => {
		const tasks = makeOrderedTasks();
		const [started, ended]: [number[], Set<number>] = [[], new Set()];
		const running: Running[] = [];
		const mustWait = (task: number): boolean =>
			claims.some((other, at) => at < task && !ended.has(at) && conflict(other, claims[task] as Claim));
		const all = claims.map((each, task) =>
			tasks.run(each, async () => {
				ok(!mustWait(task), `${task} began before an earlier one that touches the same had ended`);
				started.push(task);
				await new Promise<void>((resolve) => running.push({ task, end: resolve }));
				ended.add(task);
				if (fails[task]) throw new Error('as planned');
			}),
		);
		const settled = Promise.allSettled(all);
		await playOut(running, picks, () => {
			const waiting = claims.flatMap((_, task) => (started.includes(task) ? [] : [task]));
			for (const task of waiting) ok(mustWait(task), `${task} waits for nothing`);
		});
		const outcomes = await settled;
		deepEqual(
			outcomes.map(({ status }) => status === 'rejected'),
			claims.map((_, task) => fails[task]),
		);
	},
});

property({
	promise: 'uploads never reserve more memory than there is, start in their order, and all come to run',
	count: 700,
	cases: fc.record({
		total: fc.integer({ min: 1, max: 10 }),
		wanted: fc.array(fc.integer({ min: 0, max: 14 }), { minLength: 1, maxLength: 8 }),
		fails: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
		picks: fc.array(fc.nat(7), { minLength: 1, maxLength: 8 }),
	}),
	keeps: async ({ total, wanted, fails, picks }) => {
		const budget = makeBudget(total);
		const running: Running[] = [];
		const started: number[] = [];
		let used = 0;
		const all = wanted.map((bytes, task) =>
			budget.reserve(bytes, async () => {
				started.push(task);
				used += Math.min(bytes, total);
				ok(used <= total, `${used} of ${total} are reserved`);
				await new Promise<void>((resolve) => running.push({ task, end: resolve }));
				used -= Math.min(bytes, total);
				if (fails[task]) throw new Error('as planned');
			}),
		);
		const settled = Promise.allSettled(all);
		await playOut(running, picks, () => {
			const next = wanted[started.length];
			if (next !== undefined) ok(used + Math.min(next, total) > total, 'the next one waits for nothing');
		});
		await settled;
		deepEqual(
			started,
			wanted.map((_, task) => task),
		);
	},
});

property({
	promise:
		'at most so many are under way, results keep their places, after a failure none starts, the first is thrown',
	count: 500,
	cases: fc.record({
		length: fc.nat(8),
		width: fc.integer({ min: 1, max: 5 }),
		fails: fc.array(fc.boolean(), { minLength: 8, maxLength: 8 }),
		picks: fc.array(fc.nat(7), { minLength: 1, maxLength: 8 }),
	}),
	keeps: async ({ length, width, fails, picks }) => {
		const running: Running[] = [];
		const [started, late]: [number[], number[]] = [[], []];
		let hasFailed = false;
		const list = Array.from({ length }, (_, at) => at);
		const result = inParallel(list, width, async (task) => {
			(hasFailed ? late : started).push(task);
			await new Promise<void>((resolve) => running.push({ task, end: resolve }));
			hasFailed ||= fails[task] === true;
			if (fails[task]) throw new Error(String(task));
			return task * 2;
		}).catch((error: Error) => error.message);
		await playOut(running, picks, () => ok(running.length <= width));
		const failed = started.filter((task) => fails[task]).sort((a, b) => a - b);
		deepEqual([started, late], [list.slice(0, started.length), []]);
		if (failed.length > 0) return equal(await result, String(failed[0]));
		deepEqual(
			await result,
			list.map((task) => task * 2),
		);
	},
});
