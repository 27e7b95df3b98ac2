import { margin, resultOf, score, type RoomResult, type StrykerReport } from './results';

/* What becomes of Stryker's report: counts, the share that was found, and one line for each survivor. */

const at = (line: number, from: number, to: number) => ({
	start: { line, column: from },
	end: { line, column: to },
});
const mutant = (status: string, more: object = {}) => ({
	mutatorName: 'ConditionalExpression',
	replacement: 'true',
	status,
	location: at(2, 5, 10),
	...more,
});
const reportOf = (...mutants: ReturnType<typeof mutant>[]): StrykerReport => ({
	files: { 'src/a.ts': { source: 'const a =\n\tif (x < 1)\n', mutants } },
});

const NONE: RoomResult = {
	room: 'protocol/feed',
	date: '2026-11-22',
	killed: 0,
	timeout: 0,
	survived: 0,
	noCoverage: 0,
	static: 0,
	wordings: 0,
	survivors: [],
};

test('mutants are counted by what became of them, and survivors have a line each', () => {
	const report = reportOf(
		mutant('Killed'),
		mutant('RuntimeError'),
		mutant('RuntimeError', { statusReason: 'not in the sample' }),
		mutant('Timeout'),
		mutant('Survived'),
		mutant('NoCoverage', { location: at(1, 1, 6), replacement: '' }),
		mutant('Ignored', { statusReason: 'Static mutant (and "ignoreStatic" was enabled)' }),
		mutant('Ignored', { statusReason: 'a text for people' }),
	);
	expect(resultOf('protocol/feed', '2026-11-22', report)).toEqual({
		...NONE,
		killed: 2,
		timeout: 1,
		survived: 1,
		noCoverage: 1,
		static: 1,
		wordings: 1,
		notDrawn: 1,
		survivors: ['src/a.ts:2:5 (x <  → true', 'src/a.ts:1:1 const →  (no test runs it)'],
	});
});

test('a run that was not finished is no result', () => {
	expect(() => resultOf('protocol/feed', '2026-11-22', reportOf(mutant('Pending')))).toThrow(
		'protocol/feed: 1 mutants were not tried',
	);
});

test.each<[Partial<RoomResult>, number]>([
	[{ killed: 3, survived: 1 }, 75],
	[{ killed: 1, timeout: 1, survived: 1, noCoverage: 1 }, 50],
	[{ killed: 1, static: 5, wordings: 5 }, 100],
	[{}, 100],
	[{ noCoverage: 1 }, 0],
	// of 40 that tests reach 10 were tried and 5 were found, so that of all 50 it is 20
	[{ killed: 5, survived: 5, notDrawn: 30, noCoverage: 10 }, 40],
])('the share of %j is %d %%', (counts, expected) => {
	expect(score({ ...NONE, ...counts })).toBe(expected);
});

test('a sample is as exact as it is large', () => {
	expect(margin({ ...NONE, killed: 80, survived: 20 })).toBe(0);
	// 1.96 standard errors of 80 % of 100, drawn from 10,000
	expect(margin({ ...NONE, killed: 80, survived: 20, notDrawn: 9_900 })).toBeCloseTo(7.8, 1);
	expect(margin({ ...NONE, killed: 80, survived: 20, notDrawn: 100 })).toBeCloseTo(5.6, 1);
});
