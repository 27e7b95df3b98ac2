import { shareClient } from '../testClient';
import { contractOf, operations } from '../../contract/contract';
import { reference } from '../../contract/reference';
import { answerSchema, surplus } from '../../contract/surplus';
import { answerProblems, requestProblems } from '../../contract/validate';
import { isObject } from '../../emulator/http/json';
import { EnterpriseTestClient } from '../enterpriseTestClient';
import { signFields, ticketFor, type Fields } from '../signing';
import { requests } from './requests';

/*
 * Every operation of the enterprise, partner and user families once: the contract allows the request, and the answer
 * has the contract's shape and no further member. (Library file operations: test/contract.)
 */

const families = ['signOn', 'userFile', 'libraryAdmin', 'enterprise', 'partner'];

/** What clients read beyond the document (fact 4.7). */
const beyondDocument = ['/refresh_expires_in is not in the contract'];

const covered = new Set<string>();
const client = shareClient(EnterpriseTestClient, { seedDemo: true }, (each) => each.signOn());

async function call(id: string, fields: Fields) {
	const op = contractOf(id);
	const { enterprise, partner } = client.emulator;
	const access = op.credential === 'partner' ? partner : enterprise;
	const identity: Fields = op.credential === 'token' ? { token: client.token } : { client_id: access.clientId };
	const all = { ...identity, ...fields, ...(op.dateline ? { dateline: client.nowSeconds } : {}) };
	const form = signFields(all, access.clientSecret, op.unsigned);
	if (!op.signed) form.delete('sign');
	expect(requestProblems(op, Object.fromEntries(form))).toEqual([]);
	const { status, body } = await client.send(op.path, form, op.method);
	expect([status, body.error_msg]).toEqual([200, undefined]);
	expect(answerProblems(op, body, Object.fromEntries(form))).toEqual([]);
	const schema = answerSchema(op);
	if (schema) expect(surplus(schema, body).filter((problem) => !beyondDocument.includes(problem))).toEqual([]);
	else expect(isObject(body)).toBe(true); // fact 3.3: "200" is a JSON object
	covered.add(id);
	return body;
}

test.each(requests)('%s %j', async (id, fields) => {
	await call(id, fields);
});

test('a library is created, bound, unbound and destroyed; a ticket becomes a key', async () => {
	const created = await call('orgCreate', { org_name: 'Made', org_capacity: 1000 });
	const bound = await call('orgBind', { mount_id: created.mount_id, title: 'n8n' });
	await call('orgUnbind', { org_client_id: bound.org_client_id });
	await call('orgDestroy', { org_id: created.org_id });
	await call('signOnEntGrant', {
		ticket: ticketFor('zhang.wei@example.com', client.emulator.enterprise.clientSecret),
		format: 'json',
	});
});

// The check itself can fail: planted mistakes are found.
test('a wrong type, a missing and a surplus member are found', () => {
	const op = contractOf('orgInfo');
	const info = {
		org_id: '1',
		org_name: '',
		org_logo_url: '',
		size_org_total: 1,
		size_org_use: 1,
		file_count: 1,
		mount_id: 1,
		owner_id: 1,
		more: 1,
	};
	expect(answerProblems(op, { info }).join()).toMatch(/integer.*dir_count|dir_count.*integer/);
	expect(surplus(answerSchema(op) ?? {}, { info })).toEqual(['/info/more is not in the contract']);
});

/** Signed requests that test/contract/emulator.test.ts makes of the examples of the reference, and judges as here. */
const byExample = new Set(
	reference()
		.flatMap(({ covers }) => covers)
		.filter((id) => contractOf(id).credential !== 'token'),
);

test('no operation of the contract is left out', () => {
	const ids = [...operations.values()].filter(({ family }) => families.includes(family)).map(({ id }) => id);
	expect(ids.length).toBeGreaterThan(60);
	expect(covered.size).toBeGreaterThan(60);
	expect(ids.filter((id) => !covered.has(id) && !byExample.has(id))).toEqual([]);
});
