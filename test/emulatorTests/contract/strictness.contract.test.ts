import { shareClient } from '../testClient';
import { operations, type ContractOperation } from '../../contract/contract';
import { enterprise } from '../../emulator/families/enterprise';
import { libraryAdmin } from '../../emulator/families/libraryAdmin';
import { libraryFile } from '../../emulator/families/libraryFile';
import type { Operation } from '../../emulator/families/operation';
import { partner } from '../../emulator/families/partner';
import { permission } from '../../emulator/families/permission';
import { user } from '../../emulator/families/user';
import { EnterpriseTestClient } from '../enterpriseTestClient';
import { signFields } from '../signing';

/*
 * What strict mode takes is what the contract has: methods, parameters, dateline. (What only clients know, and lenient
 * mode takes: server/lenient*.)
 */

const all = [...libraryFile, ...permission, ...libraryAdmin, ...enterprise, ...user, ...partner];
const served = all.filter(({ lenientOnly }) => !lenientOnly);
const IDENTITY = ['client_id', 'token', 'dateline', 'sign'];
/** What says who calls. org_client_id is a plain parameter where an enterprise calls. */
const identityOf = ({ credential }: ContractOperation): string[] =>
	credential === 'org' ? ['org_client_id', ...IDENTITY] : IDENTITY;

/** The operations of the contract at an address: one, or its variants. */
const contractAt = (path: string): ContractOperation[] => [...operations.values()].filter((op) => op.path === path);
const names = (ops: readonly ContractOperation[]): string[] =>
	[
		...new Set(ops.flatMap((op) => [...op.parameters.keys()].filter((name) => !identityOf(op).includes(name)))),
	].sort();

test.each(served.map((each): [string, Operation] => [each.path, each]))(
	'%s has method and parameters of the contract',
	(path, { method, parameters }) => {
		const ops = contractAt(path);
		expect([...new Set(ops.map((op) => op.method))]).toEqual([method]);
		expect([...parameters].sort()).toEqual(names(ops));
	},
);

const client = shareClient(EnterpriseTestClient, { seedDemo: true }, (each) => each.signOn());

/** Everything that has a method in the contract, the upload steps and the sign-on included. */
const addresses = new Map([...operations.values()].map((op): [string, string] => [op.path, op.method]));

test.each([...addresses])('%s by another method than %s is 405', async (path, method) => {
	for (const wrong of ['GET', 'POST', 'PUT', 'DELETE'].filter((each) => each !== method)) {
		const { status } = await fetch(`${client.emulator.url}${path}`, { method: wrong });
		expect([wrong, status]).toEqual([wrong, 405]);
	}
});

const listed = [...operations.values()].filter((op) => op.credential === 'token' && op.signed);
const withDateline = new Map(listed.map((op): [string, boolean] => [op.path, op.dateline]));
withDateline.delete('/m-api/oauth2/token2');

test('the operations of a person need dateline exactly where the contract lists it', async () => {
	expect([...withDateline.values()].filter(Boolean)).toHaveLength(4);
	for (const [path, isListed] of withDateline) {
		const form = signFields({ token: client.token }, client.emulator.enterprise.clientSecret);
		const { body } = await client.send(path, form, addresses.get(path));
		const missing = { path, named: String(body.error_msg).includes("'dateline' is missing") };
		expect(missing).toEqual({ path, named: isListed });
	}
});

test('the token endpoint needs dateline', async () => {
	const { clientId, clientSecret } = client.emulator.enterprise;
	const fields = { client_id: clientId, grant_type: 'refresh_token', refresh_token: 'r' };
	const { status, body } = await client.send('/m-api/oauth2/token2', signFields(fields, clientSecret));
	expect({ status, body }).toEqual({
		status: 400,
		body: { error: 'invalid_request', error_description: expect.stringContaining("'dateline'") },
	});
});

test('what the document does not have is refused', async () => {
	const { status } = await fetch(`${client.emulator.url}/upload_all`, { method: 'PUT', body: 'x' });
	expect(status).toBe(400);
});
