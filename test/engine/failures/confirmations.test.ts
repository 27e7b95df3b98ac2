import { inspect } from 'node:util';
import { operations } from '../../contract/contract';
import { reference, type OperationEntry } from '../../contract/reference';
import type { RecordedRequest } from '../../support/fakeServer';
import { oneCase } from '../../support/runs';
import type { Reply } from '../../support/wire';
import { nodes } from '../support/nodes';

/*
 * Every operation for which the contract has no answer but "200" (A06): whole JSON without an error is success and
 * always one item; everything else is an error that shows how it began.
 */

const confirmed = reference().filter(({ id }) => operations.get(id)?.answerPointer === undefined && operations.has(id));
const TOKENS = { access_token: 'the-access-token', refresh_token: 'the-refresh-token', expires_in: 3600 };

let answer: (request: RecordedRequest) => Reply;
const all = nodes({ service: (request) => (request.path.includes('/oauth2/') ? { body: TOKENS } : answer(request)) });
const { server } = all;

const json = (body: string): Reply => ({ body, headers: { 'content-type': 'application/json' } });
const text = (body: string): Reply => ({ body, headers: { 'content-type': 'text/plain' } });
/** What a look before a change finds: nothing that is in its way. */
const MISSING: Reply = { status: 404, body: { error_code: 40402, error_msg: 'no such file' } };
const run = async (entry: OperationEntry, reply: Reply | ((request: RecordedRequest) => Reply)) => {
	const isChange = ({ path }: RecordedRequest): boolean => path === operations.get(entry.id)?.path;
	answer = (request) => (!isChange(request) ? MISSING : typeof reply === 'function' ? reply(request) : reply);
	return await all.run(entry.node, entry.example);
};
/** Everything that signs or proves a request: no error may repeat it. */
const proofIn = ({ form, query }: RecordedRequest): string => form.get('sign') ?? query.get('sign') ?? '';

test('there are such operations in all four nodes', () => {
	expect(confirmed.length).toBeGreaterThanOrEqual(44);
	expect(new Set(confirmed.map(({ node }) => node)).size).toBe(4);
});

const SUCCESSES: ReadonlyArray<[string, Reply]> = [
	['nothing', json('')],
	['blanks', text(' \r\n')],
	['{}', json('{}')],
	['[]', json('[]')],
	['null', json('null')],
	['true', json('true')],
	['1', json('1')],
	['a word of success', json('"success"')],
	['error_code 0', json('{"error_code":0,"error_msg":""}')],
	['something unknown', json('{"any":{"thing":[1]}}')],
	['JSON with a byte order mark, sent as text', text('\uFEFF{}')],
];
const REFUSALS: ReadonlyArray<[string, Reply, RegExp]> = [
	['prose', text('Access denied by policy 17'), /Access denied by policy 17/],
	['prose of several lines', json('\n  no\r\n  rights'), /no rights/],
	['a word', text('success'), /begins: success/],
	['a web page', json('<!doctype html><title>Sign  in</title>'), /web page titled "Sign in"/],
	['cut JSON of an error', json('{"error_code":40310,"error_msg":"no ri'), /\{"error_code":40310,"error_msg"/],
	['cut JSON of a success', json('{"hash":"aa'), /\{"hash":"aa/],
	['a cut list', json('[{"hash":"aa"},'), /\[\{"hash":"aa"\},/],
	['a cut word', json('tru'), /begins: tru/],
	['two answers', json('{}{}'), /begins: \{\}\{\}/],
	['a sentence as JSON', json('"Access denied by policy"'), /Access denied by policy/],
	['false', json('false'), /false/],
];

const operationsWithIndex = confirmed.map((entry, index) => [entry.id, entry, index] as const);
describe.each(operationsWithIndex)('%s', (_id, entry, index) => {
	test.each(oneCase(SUCCESSES, index))('%s is success: one item that says what was done', async (_name, reply) => {
		const { items, error } = await run(entry, reply);
		expect(error).toBeUndefined();
		expect(items).toHaveLength(1);
		expect(items[0]?.pairedItem).toEqual({ item: 0 });
		const { success, deleted, removed, accepted } = items[0]?.json ?? {};
		expect([success, deleted, removed, accepted].filter(Boolean)).toHaveLength(1);
		expect(items[0]?.json).not.toHaveProperty('error_code');
	});

	test.each(oneCase(REFUSALS, index))('%s is an error that shows it', async (_name, reply, beginning) => {
		const { items, error } = await run(entry, reply);
		expect(items).toEqual([]);
		expect(error?.message).toMatch(beginning);
		expect(error?.message).toContain('It is unknown whether the change was made');
		expect(error?.description).toMatch(/^Check in the service whether the change was made/);
	});

	test('an error that repeats what proves the request does not show it', async () => {
		const { error } = await run(entry, (request) => text(`Refused: sign=${proofIn(request)}`));
		const proofs = server.requests.map(proofIn).filter((proof) => proof !== '');
		expect(proofs).not.toEqual([]);
		expect(error?.message).toContain('sign=***');
		for (const proof of proofs) expect(inspect(error, { depth: 6 })).not.toContain(proof);
		server.requests.length = 0;
	});

	test('an error inside of a 200 is an error', async () => {
		const { items, error } = await run(entry, json('{"error_code":40310,"error_msg":"no right"}'));
		expect(items).toEqual([]);
		expect(error?.message).toMatch(/40310/);
	});
});
