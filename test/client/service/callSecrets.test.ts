import { call } from '../../../src/client/service/call';
import { makeSecretVault } from '../../../src/client/service/secretVault';
import { callerWith, errorOf, fieldsOf, scriptedHttp } from '../../support/ports';
import { read } from './callFixtures';

/* What a call leaves in the vault of its run, and what it hides itself. */

const answering = (body: unknown) => {
	const vault = makeSecretVault();
	return { vault, caller: callerWith(scriptedHttp({ body }), { vault }) };
};

test.each(['password', 'ticket', 'refresh_token', 'exchange_token'])('the parameter %s is a secret', async (name) => {
	const vault = makeSecretVault();
	const http = scriptedHttp((request) => ({
		status: 400,
		body: { error_code: 40003, error_msg: `wrong value ${fieldsOf(request)[name]} for a` },
	}));
	const params = { [name]: 'quiet-river-58', fullpath: 'a' };
	const error = await errorOf(call(callerWith(http, { vault }), { ...read, signed: false }, params));
	expect(error.message).toContain('wrong value *** for a');
	expect(vault.all()).toEqual(['quiet-river-58']);
	// Without a vault it is hidden too.
	const alone = await errorOf(call(callerWith(http), { ...read, signed: false }, params));
	expect(alone.message).toContain('wrong value *** for a');
});

test('secrets that an answer is made to contain are noted: texts, and the signatures of links', async () => {
	const { vault, caller } = answering({
		key: 'handed-out-key',
		url: 'https://host.example.com/x?sign=signed-in-query',
		urls: ['HTTP://host.example.com/x?sign=the-second-link', 'http://host.example.com/x?sign=the-third-link', 7],
		text: 'spoken http: no link',
		count: 12345678,
		none: null,
		fullpath: 'folder/a.pdf',
	});
	await call(
		caller,
		{ ...read, signed: false, secrets: ['key', 'url', 'urls', 'text', 'count', 'none', 'absent'] },
		{ fullpath: 'a' },
	);
	expect(vault.all().sort()).toEqual(
		['handed-out-key', 'signed-in-query', 'the-second-link', 'the-third-link', 'spoken http: no link'].sort(),
	);
	// Items are made to show them.
	expect(vault.forItems('handed-out-key')).toBe('handed-out-key');
	expect(vault.forErrors('not handed-out-key')).toBe('not ***');
	expect(vault.forErrors('no file at https://host.example.com/x?sign=signed-in-query')).toBe(
		'no file at https://host.example.com/x?sign=***',
	);
});
