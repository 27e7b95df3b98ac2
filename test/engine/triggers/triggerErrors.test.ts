import { by } from '../support/library';
import { errorOf, paths, Triggers, useTriggers } from '../support/triggers';

/* How the trigger fails: the failure for n8n, settings refused before any request, and no secret in an error. */

const t = useTriggers(new Triggers());
// What is asked again is asked at once.
beforeEach(() => void jest.spyOn(Math, 'random').mockReturnValue(0));
afterEach(() => void jest.restoreAllMocks());

describe("errors carry the failure that n8n's scheduler reads", () => {
	test.each([
		['a wrong secret', { orgClientSecret: 'not-the-secret' }, 'credential-invalid'],
		['an unreachable service', { baseUrl: 'http://127.0.0.1:9' }, 'temporarily-unavailable'],
	])('%s', async (_, wrong, cause) => {
		const { fileLibraryOrgApi, ...others } = t.credentials;
		const credentials = { ...others, fileLibraryOrgApi: { ...fileLibraryOrgApi, ...wrong } };
		const error = await errorOf(t.activate({}, { credentials }).poll());
		expect(error.failure).toMatchObject({ cause });
		expect(JSON.stringify([error, error.message, error.description, error.stack])).not.toContain('not-the-secret');
	});
	const headers = { 'Retry-After': '3600' };
	test.each([
		['rate-limited', 3_600_000, { status: 429, headers }],
		['temporarily-unavailable', 3_600_000, { status: 503, headers }],
		['quota-exhausted', undefined, { status: 403, body: { error_code: 40321, error_msg: 'full' } }],
	])('%s, to try again in %s ms: the answer %j', async (cause, retryAfterMs, action) => {
		t.client.emulator.faults.add({ match: '/file/updates', action, times: 9 });
		expect((await errorOf(t.activate().poll())).failure).toEqual({ cause, retryAfterMs });
	});
	test.each([
		['a folder that does not exist', by('id', 'no-such-hash'), /^Folder: "no-such-hash" does not exist/],
		['a path that does not exist', by('path', '/Dcos'), /^Folder: "Dcos" does not exist/],
		['a file as the folder', by('path', 'a.txt'), /^Folder is a file/],
		['a file by its ID', undefined, /^Folder is a file/],
	])('%s, at the activation and in the editor', async (_name, folder, message) => {
		await t.folder('Docs');
		await t.file('a.txt');
		const { hash } = (await t.client.file('info', { fullpath: 'a.txt' })).body as { hash: string };
		const rows = [by('path', 'Docs'), folder ?? by('id', hash)].map((one) => ({ folder: one }));
		const trigger = t.activate({ scope: 'folders', folders: { rows } });
		for (const mode of ['trigger', 'manual'] as const) {
			const error = await errorOf(trigger.poll({ mode }));
			expect(error.message).toMatch(message);
			expect(error.failure).toEqual({ cause: 'configuration-invalid' });
		}
		expect(trigger.staticData()).toEqual({});
	});
	test('a poll whose time is over', async () => {
		const trigger = await t.started();
		t.client.emulator.faults.add({ match: '/file/updates', action: 'stall', slowMs: 60_000, times: 9 });
		const { message, failure } = await errorOf(trigger.poll({ budgetMs: 300 }));
		expect(message).toMatch(/did not answer within the 1 seconds that n8n allows for a poll/);
		expect(failure).toMatchObject({ cause: 'temporarily-unavailable' });
	});
	test('another folder that does not exist, chosen later', async () => {
		await t.folder('Docs');
		const first = await t.started({ scope: 'folder', folder: by('path', 'Docs') }, { id: 'edited' });
		const edited = { scope: 'folder', folder: by('path', 'Dcos') };
		const trigger = t.activate(edited, { id: 'edited', staticData: first.staticData() });
		expect((await errorOf(trigger.poll())).message).toMatch(/^Folder: "Dcos" does not exist/);
		await t.folder('Dcos');
		await trigger.poll();
		await t.do('del', { fullpath: 'Dcos' });
		expect(paths(await trigger.poll())).toEqual([]);
	});
});

describe('wrong settings are refused before any request', () => {
	test.each<[string, Record<string, unknown>, RegExp]>([
		['no events', { events: [] }, /Choose something in Trigger On first/],
		[
			'a field that every object has',
			{ options: { downloadContent: true, binaryPropertyName: '__proto__' } },
			/Put Output File in Field: "__proto__"/,
		],
		[
			'sizes that exclude each other',
			{ filters: { minimumSize: 2, maximumSize: 1 } },
			/Maximum Size \(MB\) is smaller than Minimum Size/,
		],
	])('%s', async (_name, parameters, message) => {
		const trigger = t.activate(parameters);
		for (const mode of ['trigger', 'manual'] as const) {
			const before = t.client.emulator.requests.length;
			const error = await errorOf(trigger.poll({ mode }));
			expect(error.message).toMatch(message);
			expect(error.failure).toEqual({ cause: 'configuration-invalid' });
			expect(t.client.emulator.requests).toHaveLength(before);
		}
		expect(trigger.staticData()).toEqual({});
	});
});
