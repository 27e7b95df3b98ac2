import { isDeepStrictEqual } from 'node:util';
import type { IDataObject } from 'n8n-workflow';
import { withSameColumns } from '../../../src/n8n/context/sameColumns';
import { threadMs } from '../../support/cpu';

const rowsOf = async (...rows: IDataObject[]) => {
	const items = await withSameColumns(rows.map((json) => ({ json })));
	return items.map(({ json }) => Object.entries(json));
};

test('each row has all columns, a new one where its own row has it, and null where it has nothing to say', async () => {
	expect(await rowsOf({ a: 1, c: 2 }, { a: 3, b: undefined, c: 4 })).toEqual([
		[
			['a', 1],
			['b', null],
			['c', 2],
		],
		[
			['a', 3],
			['b', undefined],
			['c', 4],
		],
	]);
});

test('rows that a service has filled with thousands of names cost no table of all of them', async () => {
	const row = (at: number) => Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`name ${at} ${n}`, n]));
	const rows = Array.from({ length: 100 }, (_, at) => row(at));
	const before = threadMs();
	const made = await rowsOf(...rows);
	expect(threadMs() - before).toBeLessThan(2_000);
	// jest compares them entry by entry, which takes seconds.
	expect(
		isDeepStrictEqual(
			made,
			rows.map((each) => Object.entries(each)),
		),
	).toBe(true);
});
