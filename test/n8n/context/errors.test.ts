import { inspect } from 'node:util';
import { ApplicationError, type IDataObject, type INode, NodeOperationError } from 'n8n-workflow';
import { reportingUnreadable } from '../../../src/client/upload/source';
import { toNodeError } from '../../../src/n8n/context/errors';
import { vaultOf } from '../../../src/n8n/context/runSecrets';
import { withSameColumns } from '../../../src/n8n/context/tableItems';
import { errorOf } from '../../support/ports';

/* A failure that is none of the service: what happened and how to fix it, never a bare text of the machine. */

const node: INode = { id: 'n', name: 'N', type: 't', typeVersion: 1, position: [0, 0], parameters: {} };
const context = { getNode: () => node };
const withCode = (code: string): Error => Object.assign(new Error(`${code}: failed, write`), { code, errno: -1 });
const thrownBy = (mistake: () => unknown): unknown => {
	try {
		return mistake();
	} catch (error) {
		return error;
	}
};
const circular = (): unknown => {
	const value: Record<string, unknown> = {};
	value.self = value;
	return JSON.stringify(value);
};

test.each<[string, unknown, RegExp, RegExp]>([
	['a full disk', withCode('ENOSPC'), /^The disk of this n8n is full/, /Free up space/],
	['a full disk below', new Error('write failed', { cause: withCode('ENOSPC') }), /disk .* is full/, /Free up/],
	['no memory', withCode('ENOMEM'), /run out of memory/, /N8N_DEFAULT_BINARY_DATA_MODE/],
	['a circle', thrownBy(circular), /contains itself/, /expressions of this node/],
	[
		'a mistake in the code',
		thrownBy(() => (undefined as unknown as { x: string }).x),
		/^Something unexpected happened: Cannot read properties of undefined/,
		/report it/,
	],
])('%s', (_name, failure, message, description) => {
	const error = toNodeError(context, failure, 3);
	expect(error.message).toMatch(message);
	expect(error.description).toMatch(description);
	expect(error.message).not.toMatch(/ENOSPC|call stack/);
	expect(error.context.itemIndex).toBe(3);
});

const SECRET = 'a secret of this run';
const self: Record<string, unknown> = {};
test.each<[string, object]>([
	['deep inside', { config: { headers: { 'x-token': SECRET } } }],
	['in a circle', Object.assign(self, { request: { token: SECRET, self } })],
	['where nothing becomes a text', Object.assign(Object.create(null) as object, { request: Object.create(null) })],
])('a failure that nobody foresaw keeps no secret: %s', (_name, more) => {
	vaultOf(context).keep(SECRET);
	const error = toNodeError(context, new Error('Outside', { cause: Object.assign(new Error('It failed'), more) }));
	expect(error.message).toBe('Outside');
	expect(inspect(error, { depth: 20 })).not.toContain(SECRET);
});

test("n8n's own errors stay as they are", () => {
	expect(toNodeError(context, new ApplicationError('The value is missing'), 0).message).toBe('The value is missing');
	const own = new NodeOperationError(node, 'Choose a file', { description: 'Any file' });
	expect(toNodeError(context, own, 0).message).toContain('Choose a file');
});

test('content that the machine cannot read says so in the same words', async () => {
	const error = await errorOf(reportingUnreadable('upload', Promise.reject(withCode('ENOSPC'))));
	expect(error).toMatchObject({
		kind: 'upload',
		message: "The content to upload can't be read: The disk of this n8n is full",
	});
	expect(error.hint).toMatch(/Free up space/);
});

const rowsOf = async (...rows: IDataObject[]) => {
	const items = await withSameColumns(rows.map((json) => ({ json })));
	return items.map(({ json }) => Object.entries(json));
};

test('each row has all columns, a new one where its own row has it, and null where it has nothing to say', async () => {
	const [first, second] = await rowsOf({ a: 1, c: 2 }, { a: 3, b: undefined, c: 4 });
	expect(first).toEqual(Object.entries({ a: 1, b: null, c: 2 }));
	expect(second).toEqual(Object.entries({ a: 3, b: undefined, c: 4 }));
});

test('rows with more than 200 names in all, as a service fills them by mistake, stay as they are', async () => {
	const row = (at: number) => Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`name ${at} ${n}`, n]));
	const rows = Array.from({ length: 5 }, (_, at) => row(at));
	expect(await rowsOf(...rows)).toEqual(rows.map((each) => Object.entries(each)));
	expect((await rowsOf(...rows.slice(1))).map((entries) => entries.length)).toEqual([200, 200, 200, 200]);
});
