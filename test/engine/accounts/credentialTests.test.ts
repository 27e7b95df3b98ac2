import type { ServerResponse } from 'node:http';
import type {
	ICredentialDataDecryptedObject,
	ICredentialTestFunctions,
	INodeCredentialTestResult,
	INodeType,
} from 'n8n-workflow';
import { systemClock } from '../../../src/client/async/clock';
import { demoAuthorization, demoEnterprise, demoPartner, startEmulator, type Emulator } from '../../emulator';
import { freePort } from '../../../dev/process/freePort';
import { FakeServer } from '../../support/fakeServer';
import { sendEndless } from '../support/endlessAnswer';
import { startCore, type N8nCore } from '../support/n8nCore';
import { actionNodes, triggerNodes } from '../../contract/actionNodes';

/* What a person reads below "Test" of a credential, with n8n's own context and request helper. */

let core: N8nCore['core'];
let emulator: Emulator;
let closed = 0;
let website: FakeServer;
/** What `website` answers. */
let answered: (response: ServerResponse) => void;
const page = (response: ServerResponse): void => void response.end('<html>Sign in</html>');
beforeEach(() => (answered = page));
beforeAll(async () => {
	({ core } = await startCore('default'));
	emulator = await startEmulator({ seedDemo: true });
	closed = await freePort();
	website = await FakeServer.start((_request, response) => void answered(response));
});
afterAll(async () => {
	await website.close();
	await emulator.close();
});

const KINDS: ReadonlyArray<readonly [type: string, node: INodeType, data: object, secret: string]> = [
	['fileLibraryOrgApi', actionNodes.fileLibrary, demoAuthorization, 'orgClientSecret'],
	['fileLibraryOrgApi', triggerNodes.fileLibraryTrigger, demoAuthorization, 'orgClientSecret'],
	['fileLibraryOrgApi', triggerNodes.fileLibraryPreviewTrigger, demoAuthorization, 'orgClientSecret'],
	['fileLibraryEnterpriseApi', actionNodes.fileLibrary, demoEnterprise, 'clientSecret'],
	['fileLibraryEnterpriseApi', actionNodes.fileLibraryAdmin, demoEnterprise, 'clientSecret'],
	['fileLibraryEnterpriseApi', triggerNodes.fileLibraryActivityTrigger, demoEnterprise, 'clientSecret'],
	['fileLibraryPartnerApi', actionNodes.fileLibraryPartner, demoPartner, 'clientSecret'],
];

const OK = { status: 'OK', message: 'Connection successful!' };
const refused = (said: RegExp) => ({ status: 'Error', message: expect.stringMatching(said) as string });
const NO_SERVICE = /^There is no such service at this Base URL\. Enter the address /;

/** Finds the test of a credential type as n8n does, by the name in `testedBy`, and runs it. */
async function runTest(
	type: string,
	{ description, methods }: INodeType,
	data: ICredentialDataDecryptedObject,
): Promise<INodeCredentialTestResult> {
	const { testedBy } = description.credentials?.find(({ name }) => name === type) ?? {};
	const test = methods?.credentialTest?.[String(testedBy)];
	if (!test) throw new Error(`${description.name} has no test of ${type}`);
	// The part of n8n's additional data that requests use: the hooks of a server, of which there is none.
	const context: ICredentialTestFunctions = new core.CredentialTestContext({} as never);
	return await test.call(context, { id: '1', name: 'Credential', type, data });
}

describe.each(KINDS)('%s, tested by %#', (type, node, client, secret) => {
	const given = (change: ICredentialDataDecryptedObject = {}): ICredentialDataDecryptedObject => ({
		...client,
		baseUrl: emulator.url,
		vendorPrefix: 'svc',
		allowUnauthorizedCerts: false,
		...change,
	});

	test('a correct credential passes, also with a slash at the end of the address and blanks around it', async () => {
		for (const baseUrl of [emulator.url, `${emulator.url}/`, ` ${emulator.url}/ `])
			expect(await runTest(type, node, given({ baseUrl }))).toEqual(OK);
	});

	test('a wrong secret names the fields and the clock', async () => {
		const { status, message } = await runTest(type, node, given({ [secret]: 'wrong' }));
		expect(status).toBe('Error');
		expect(message).toMatch(/^The service refused the signature\. Check .*Client Secret, and that the clock /);
	});

	test('a service that nobody runs is a sentence and not a code', async () => {
		const sleep = jest.spyOn(systemClock, 'sleep');
		const { message } = await runTest(type, node, given({ baseUrl: `http://127.0.0.1:${closed}` }));
		expect(message).toBe(
			`http://127.0.0.1:${closed}: the connection was refused. ` +
				'Check the Base URL in the credential, and that this machine can reach it (firewall, proxy). ' +
				'If it worked before, the service may be restarting: try again, or turn on Retry On Fail.',
		);
		// It is not tried again: there is no pause, only the limit of the whole test.
		expect(sleep.mock.calls.filter(([ms]) => ms < 60_000)).toEqual([]);
		sleep.mockRestore();
	});

	test.each([
		['a host that does not exist', 'http://nobody.invalid', /host name (is unknown|could not be looked up)/],
		['no address', '', /^Base URL is missing in the credential/],
		['no URL', 'files', /Base URL/],
		['a website', 'website', NO_SERVICE],
		['another path of the service', 'path', NO_SERVICE],
	])('%s says what to enter', async (_name, baseUrl, message) => {
		const places: Record<string, string> = { website: website.url, path: `${emulator.url}/nothing` };
		expect(await runTest(type, node, given({ baseUrl: places[baseUrl] ?? baseUrl }))).toEqual(refused(message));
	});

	test.each(['[]', '{}', 'null', '[{"id":1}]', '{"count":1,"list":[{}]}'])(
		'%s of a server that is not the service is no success',
		async (json) => {
			answered = (response) => void response.end(json);
			expect(await runTest(type, node, given({ baseUrl: website.url }))).toEqual(refused(NO_SERVICE));
		},
	);

	test.each([
		[401, /^The service refused the signature/],
		[403, /permission|may not|allowed|right/i],
	])('status %i without a code says what it may be', async (code, message) => {
		answered = (response) => void response.writeHead(code).end('{}');
		expect(await runTest(type, node, given({ baseUrl: website.url }))).toEqual(refused(message));
	});

	test('an answer of 400 MB is not read', async () => {
		let sent = (): number => 0;
		answered = (response) => void (sent = sendEndless(response));
		const { status } = await runTest(type, node, given({ baseUrl: website.url }));
		expect([status, sent() < 40]).toEqual(['Error', true]);
	});
});

test('a partner without enterprises passes, because its service refuses a wrong signature', async () => {
	const data = { ...demoPartner, baseUrl: website.url, vendorPrefix: 'svc' };
	let asked = 0;
	answered = (response) => {
		const isFirst = asked++ === 0;
		response.writeHead(isFirst ? 200 : 401).end(isFirst ? '[]' : '{"error_code":401041,"error_msg":"sign"}');
	};
	expect(await runTest('fileLibraryPartnerApi', actionNodes.fileLibraryPartner, data)).toEqual(OK);
});

test.each([
	['the answer to a partner', '[{"id":7,"name":"Customer","out_id":"c-7","member_count":3,"space":1}]'],
	['the same in part', '[{"id":7,"name":"Customer","end_dateline":1900000000,"size":0}]'],
])('%s is no success of an enterprise: these are no roles', async (_what, json) => {
	const data = { ...demoEnterprise, baseUrl: website.url, vendorPrefix: 'svc' };
	answered = (response) => void response.end(json);
	const test = async (): Promise<string> =>
		(await runTest('fileLibraryEnterpriseApi', actionNodes.fileLibraryAdmin, data)).status;
	expect(await test()).toBe('Error');
	answered = (response) => void response.end('[{"id":1,"name":"Editor","member_count":3}]');
	expect(await test()).toBe('OK');
});

test('the client of a partner is no client of an enterprise', async () => {
	const data = { ...demoPartner, baseUrl: emulator.url, vendorPrefix: 'svc' };
	const { status } = await runTest('fileLibraryEnterpriseApi', actionNodes.fileLibraryAdmin, data);
	expect(status).toBe('Error');
});
