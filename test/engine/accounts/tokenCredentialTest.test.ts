import { type INodeTypeDescription, NodeConnectionTypes } from 'n8n-workflow';
import { FileLibraryTokenApi } from '../../../credentials/FileLibraryTokenApi.credentials';
import { demoEnterprise, demoUser, startEmulator } from '../../emulator';
import { FakeServer, type Handler } from '../../support/fakeServer';
import { sendEndless } from '../support/endlessAnswer';
import { createEngine } from '../support/engine';

/* The test of a user token, which n8n makes of its declaration; a server has to give a token before it is asked. */

const TYPE = 'fileLibraryTokenApi';
const temp = { displayName: 'Temp', name: 'temp', type: 'string', default: '' } as const;
const description: INodeTypeDescription = {
	name: 'temp',
	displayName: 'Temp',
	description: '',
	group: ['output'],
	version: 1,
	defaults: {},
	inputs: [NodeConnectionTypes.Main],
	outputs: [NodeConnectionTypes.Main],
	credentials: [{ name: TYPE, required: true }],
	properties: [{ ...temp, routing: { request: new FileLibraryTokenApi().test.request } }],
};

/** What the test of a credential says; undefined for a success. */
async function failureAt(baseUrl: string): Promise<Error | undefined> {
	const engine = await createEngine();
	const account = { grantType: 'password', username: demoUser.account, password: demoUser.password };
	const connection = { baseUrl, vendorPrefix: 'svc', allowUnauthorizedCerts: false };
	const { error } = await engine.run({
		node: engine.register({ description }, new FileLibraryTokenApi()),
		parameters: {},
		credentials: { [TYPE]: { ...connection, ...demoEnterprise, ...account } },
		items: [{ json: {} }],
	});
	return error;
}

let server: FakeServer;
const start = async (handler: Handler): Promise<FakeServer> => (server = await FakeServer.start(handler));
afterEach(async () => await server?.close());

const TOKEN = '{"access_token":"token","expires_in":86400}';
const isSignIn = ({ path }: { readonly path: string }): boolean => !path.endsWith('/account/mount');

test('the service passes, with a slash at the end of the address and blanks around it too', async () => {
	const emulator = await startEmulator({ seedDemo: true });
	const failures = [await failureAt(emulator.url), await failureAt(` ${emulator.url}/ `)];
	await emulator.close();
	expect(failures).toEqual([undefined, undefined]);
});

test.each(['[]', '{}', '{"list":[]}', 'null', '[{"id":1}]', '{"access_token":""}', '<html>Sign in</html>'])(
	'%s of a server that is not the service is no success',
	async (text) => {
		const { url } = await start((_request, response) => void response.end(text));
		expect((await failureAt(url))?.message).toMatch(/Check the Base URL/);
	},
);

test.each([401, 403, 404])(
	'a refusal with %s is known by its status, which the declaration has a sentence for',
	async (status) => {
		const { url } = await start((request, response) => {
			if (isSignIn(request)) return void response.end(TOKEN);
			return void response.writeHead(status).end('{"error_code":40310}');
		});
		expect(await failureAt(url)).toMatchObject({ httpCode: String(status) });
	},
);

test.each(['the sign-in', 'the call'])('400 MB in answer to %s are not read', async (which) => {
	let sent = (): number => 0;
	const { url } = await start((request, response) => {
		if (which === 'the call' && isSignIn(request)) return void response.end(TOKEN);
		sent = sendEndless(response);
		return undefined;
	});
	await failureAt(url);
	expect([sent() > 0, sent() < 40]).toEqual([true, true]);
});
