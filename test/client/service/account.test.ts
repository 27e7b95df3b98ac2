import { type Account, secretsOf, wireIdentity } from '../../../src/client/service/account';
import { orgAccount } from '../../support/ports';

const { kind: _, ...deployment } = orgAccount();
const client = { ...deployment, clientId: 'C', secret: 'secret-of-it' };

test.each<[string, Account, Record<string, string>, string[]]>([
	['a library', { ...client, kind: 'org' }, { org_client_id: 'C' }, ['secret-of-it']],
	// No user entered its ID.
	['a bound library', { ...client, kind: 'org', bound: true }, { org_client_id: 'C' }, ['secret-of-it', 'C']],
	['an enterprise', { ...client, kind: 'enterprise' }, { client_id: 'C' }, ['secret-of-it']],
	['a partner', { ...client, kind: 'partner' }, { client_id: 'C' }, ['secret-of-it']],
	['a user', { ...deployment, kind: 'token', token: 'T', secret: 'S' }, { token: 'T' }, ['S', 'T']],
])('%s: what names it, and what no error may show', (_name, account, identity, secrets) => {
	expect(wireIdentity(account)).toEqual(identity);
	expect(secretsOf(account)).toEqual(secrets);
});
