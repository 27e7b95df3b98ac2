import { inspect } from 'node:util';
import { by } from '../support/library';
import { GET, usePerson } from '../support/person';

/* What a user is shown when no access token can be obtained: the cause, a way out, and no secret. */

const person = usePerson();
const LIST = { resource: 'library', operation: 'getMany', returnAll: true };

test.each<[string, RegExp, RegExp]>([
	['second_verify', /second factor/, /two-factor/],
	['access_denied', /blocks the address/, /administrator/],
	['deprecated_client', /expired or is disabled/, /renew/],
	['invalid_client', /client ID/, /Check the ID/],
	['invalid_grant', /sign-in was refused/, /password/],
	['unauthorized_client', /isn.t allowed to use this kind/, /administrator/],
])('%s is explained, with a way out and no secret', async (word, message, hint) => {
	person.server.tokenError = word;
	const { error } = await person.run(GET);
	expect(error?.message).toMatch(message);
	expect(error?.context?.itemIndex).toBe(0);
	expect(error?.description ?? '').toMatch(hint);
	expect(person.server.grants()).toEqual(['password']);
	for (const secret of person.server.secrets) expect(inspect(error, { depth: 20 })).not.toContain(secret);
});

test('no token in an error, also when the service does not answer', async () => {
	const credentials = person.credential();
	await person.run(GET, credentials);
	const gone = person.credential({ baseUrl: 'http://127.0.0.1:9' });
	const failures = [await person.run(GET, gone), await person.run({ ...GET, library: by('id', 'x') }, credentials)];
	expect(failures.map(({ error }) => error?.message ?? '')).toEqual([
		expect.stringMatching(/refused/),
		expect.stringMatching(/Library/),
	]);
	for (const secret of person.server.secrets) expect(inspect(failures, { depth: 20 })).not.toContain(secret);
});

test('a missing field of the credential is named', async () => {
	expect((await person.run(GET, person.credential({ password: '' }))).error?.message).toMatch(
		/Password is missing in the credential/,
	);
	expect((await person.run(LIST, person.credential({ grantType: 'signOnKey' }))).error?.message).toMatch(
		/Account is missing/,
	);
	expect(person.server.requests).toEqual([]);
});
