import type { IDataObject } from 'n8n-workflow';
import { withSameColumns } from '../../../src/n8n/context/sameColumns';

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

test('rows with more than 200 names in all, as a service fills them by mistake, stay as they are', async () => {
	const row = (at: number) => Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`name ${at} ${n}`, n]));
	const rows = Array.from({ length: 5 }, (_, at) => row(at));
	expect(await rowsOf(...rows)).toEqual(rows.map((each) => Object.entries(each)));
	expect((await rowsOf(...rows.slice(1))).map((entries) => entries.length)).toEqual([200, 200, 200, 200]);
});
