import type { IContextObject, IExecuteFunctions } from 'n8n-workflow';
import { addReadingRequest, readingRequests, readingRequestsIn, takeReadingRequests } from '#reading';
import type { ReadingRequest } from '#reading/plan';

const request = (run: string, item: number): ReadingRequest => ({
	id: `${run}${item}`,
	viewer: 'v',
	file: 'f',
	ask: 'read',
	comment: false,
	sameContent: false,
	allPages: false,
	reason: false,
	content: { filehash: null, version_number: null },
	issued: 1,
	execution: '12',
	fullpath: 'a/b.txt',
	filename: 'b.txt',
	check: 'c',
	run,
	item,
	taken: false,
});

function execution() {
	const flow: IContextObject = {};
	return { flow, context: { getContext: () => flow } as Pick<IExecuteFunctions, 'getContext'> };
}

test('links are in the order of the items, whichever is made first, and runs in the order of time', () => {
	const { context } = execution();
	for (const [run, item] of [
		['one', 2],
		['one', 0],
		['one', 3],
		['one', 1],
		['two', 1],
		['two', 0],
	] as const)
		addReadingRequest(context, request(run, item));
	expect(readingRequests(context).map(({ id }) => id)).toEqual(['one0', 'one1', 'one2', 'one3', 'two0', 'two1']);
});

test('what is kept survives n8n saving it, and a wait takes its links', () => {
	const { flow, context } = execution();
	for (const item of [0, 1]) addReadingRequest(context, request('one', item));
	takeReadingRequests(context, new Set(['one1']));
	const saved = readingRequestsIn(JSON.parse(JSON.stringify(flow)) as Record<string, unknown>);
	expect(saved.map(({ id, taken }) => [id, taken])).toEqual([
		['one0', false],
		['one1', true],
	]);
});

test('anything else under the name is no list of links', () => {
	for (const kept of [undefined, null, 'text', [null, 1, {}, { id: 'a' }]])
		expect(readingRequestsIn({ fileLibraryReading: kept })).toEqual([]);
});
