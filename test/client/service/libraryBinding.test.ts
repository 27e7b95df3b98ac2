import type { Http } from '../../../src/client/http/types';
import { makeLibraryBindings, type LibraryId } from '../../../src/client/service/libraryBinding';
import { errorOf, scriptedHttp } from '../../support/ports';
import { bindingService, enterprise, library } from './bindingService';

test('concurrent bindings send one request, later ones none', async () => {
	const { http, binds } = bindingService();
	const bindings = makeLibraryBindings();
	await Promise.all(Array.from({ length: 20 }, async () => await bindings.bind(enterprise(http), library)));
	await bindings.bind(enterprise(http, { baseUrl: 'https://files.example.com/' }), library);
	expect(binds()).toBe(1);
});

test.each<[string, Record<string, unknown>, LibraryId]>([
	['another service', { baseUrl: 'https://other.example.com' }, library],
	['another enterprise', { clientId: 'ent2' }, library],
	['another library', {}, { by: 'org_id', id: '1202' }],
	['a mount ID with the same digits', {}, { by: 'mount_id', id: '1201' }],
	['another secret: a credential without it receives nothing', { secret: 'guessed' }, library],
	['another choice of TLS', { http: { allowUnauthorizedCerts: true } }, library],
])('an authorization is not shared with %s', async (_name, change, which) => {
	const { http, binds } = bindingService();
	const bindings = makeLibraryBindings();
	await bindings.bind(enterprise(http), library);
	await bindings.bind(enterprise(http, change), which);
	expect(binds()).toBe(2);
});

test('the library not used for the longest time is forgotten', async () => {
	const { http, binds } = bindingService();
	const bindings = makeLibraryBindings(2);
	for (const id of ['1', '2', '1', '3', '1']) await bindings.bind(enterprise(http), { by: 'org_id', id });
	expect(binds()).toBe(3);
	await bindings.bind(enterprise(http), { by: 'org_id', id: '2' });
	expect(binds()).toBe(4);
});

test('a failure is reported to all that wait, and not cached', async () => {
	const http = scriptedHttp(
		{ status: 404, body: { error_code: 40401 } },
		{ body: { org_client_id: 'library-id-1', org_client_secret: 'secret-number-1' } },
	);
	const bindings = makeLibraryBindings();
	const errors = await Promise.all(
		[1, 2, 3].map(async () => await errorOf(bindings.bind(enterprise(http), library))),
	);
	expect(errors.map(({ kind }) => kind)).toEqual(['notFound', 'notFound', 'notFound']);
	expect(errors[0]).toMatchObject({
		status: 404,
		code: 40401,
		operation: 'orgBind',
		message: expect.stringMatching(/could not open the library.*does not exist/),
	});
	expect(http.sent).toHaveLength(1);
	expect((await bindings.bind(enterprise(http), library)).account()).toMatchObject({
		kind: 'org',
		clientId: 'library-id-1',
	});
});

test('an execution that is cancelled stops waiting, and the others continue', async () => {
	let answer: () => void = () => undefined;
	const answered = new Promise<void>((resolve) => {
		answer = resolve;
	});
	const { http } = bindingService();
	const slow: Http = {
		...http,
		request: async (r) => {
			await answered;
			return await http.request(r);
		},
	};
	const bindings = makeLibraryBindings();
	const stop = new AbortController();
	const first = errorOf(bindings.bind(enterprise(slow, {}, { signal: stop.signal }), library));
	const second = bindings.bind(enterprise(slow), library);
	stop.abort();
	expect(await first).toMatchObject({ kind: 'aborted' });
	answer();
	expect((await second).account()).toMatchObject({ clientId: 'library-id-1' });
	expect(http.sent).toHaveLength(1);
	expect(http.sent[0]?.signal).toBeUndefined();
});
