import { readJob } from '../../../src/n8n/execute/readJob';
import type { Job } from '../../../src/n8n/operations/job';
import { getEditLink, listFolder } from '../../../src/protocol/catalogue/libraryFiles';
import type { AnyOperation } from '../../../src/protocol/operation/define';

/** Reads a job from these parameters, and the names of the parameters in the order in which they were read. */
function read(op: AnyOperation, parameters: Readonly<Record<string, unknown>>): { job: Job; names: string[] } {
	const names: string[] = [];
	const form = {
		timezone: () => 'Europe/Berlin',
		raw: () => null,
		get: (name: string, _item: number, fallback?: unknown) => {
			names.push(name);
			return parameters[name] ?? fallback;
		},
	};
	return { job: readJob({ context: {} as never, progress: {} as never, form }, op, 4), names };
}

const EDIT = {
	file: { mode: 'path', value: '/Docs/a.txt/' },
	editor: { mode: 'id', value: 7 },
	options: { timeout: '60', readonly: 'true' },
};

test('a job has what was entered, the checked values and the wire parameters', () => {
	const { job } = read(getEditLink, EDIT);
	expect(job).toMatchObject({
		op: getEditLink,
		item: 4,
		input: { file: { by: 'path', value: '/Docs/a.txt/' }, timeout: '60', readonly: 'true' },
		checked: { file: { by: 'path', value: 'Docs/a.txt' }, timeout: 60, readonly: true },
		params: { fullpath: 'Docs/a.txt', op_id: '7', timeout: '60', readonly: '1' },
		limit: undefined,
	});
});

test('each parameter of the form is read once, a collection as a whole', () => {
	expect(read(getEditLink, EDIT).names.sort()).toEqual(['editor', 'file', 'options']);
});

test.each([
	[{}, 50],
	[{ limit: 3 }, 3],
	[{ limit: '120' }, 120],
	[{ limit: 3, returnAll: true }, undefined],
])('Limit of %j is %p', (parameters, limit) => {
	expect(read(listFolder, { folder: { mode: 'path', value: '/' }, ...parameters }).job.limit).toBe(limit);
});
