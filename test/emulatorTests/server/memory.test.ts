import { type Emulator, emulatorInMemory, type FaultRule, startEmulator } from '../../emulator';
import { sha1 } from '../../support/hashes';
import { signed, unsignedOf } from '../testClient';

/* Requests in memory are answered as those that come to a port. */

interface Answered {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly text: string;
	/** Whether the connection was reset within the answer. */
	readonly isCut: boolean;
}

type Request = (
	url: string,
	more?: { method?: string; headers?: Record<string, string>; body?: string },
) => Promise<Answered>;

async function read(pieces: AsyncIterable<Uint8Array>): Promise<Pick<Answered, 'text' | 'isCut'>> {
	const received: Uint8Array[] = [];
	const isCut = await (async () => {
		for await (const piece of pieces) received.push(piece);
		return false;
	})().catch(() => true);
	return { text: Buffer.concat(received).toString(), isCut };
}

const overSocket: Request = async (url, more) => {
	const { status, headers, body } = await fetch(url, { ...more, redirect: 'manual' });
	return {
		status,
		headers: Object.fromEntries(headers),
		...(await read(body as unknown as AsyncIterable<Uint8Array>)),
	};
};

const inMemory =
	({ answer }: Emulator): Request =>
	async (url, { method = 'GET', ...more } = {}) => {
		const { status, headers, pieces } = await answer({ url, method, ...more });
		return { status, headers, ...(await read(pieces)) };
	};

const open = {
	'on a socket': async () => {
		const emulator = await startEmulator({ separateHosts: true });
		return { emulator, request: overSocket };
	},
	'in memory': async () => {
		const emulator = emulatorInMemory({ separateHosts: true });
		return { emulator, request: inMemory(emulator) };
	},
};

describe.each(Object.entries(open))('%s', (_, start) => {
	let [emulator, request] = [null as unknown as Emulator, overSocket];
	beforeAll(async () => ({ emulator, request } = await start()));
	afterAll(async () => await emulator.close());
	afterEach(() => emulator.faults.clear());

	const call = async (
		name: string,
		fields: Record<string, string>,
		fault?: FaultRule['action'],
	): Promise<Answered> => {
		if (fault) emulator.faults.add({ match: `/${name}`, action: fault, slowMs: 20 });
		return await request(`${emulator.url}/m-open/1/file/${name}`, {
			method: 'POST',
			headers: { 'content-type': 'application/x-www-form-urlencoded' },
			body: String(signed(fields, emulator.library, unsignedOf(`1/file/${name}`))),
		});
	};

	test('operations, refusals and the log', async () => {
		expect(JSON.parse((await call('create_folder', { fullpath: 'A' })).text)).toMatchObject({ fullpath: 'A' });
		expect(await call('create_folder', {})).toMatchObject({ status: 400, isCut: false });
		expect(emulator.requests.slice(-2)).toMatchObject([
			{ path: '/m-open/1/file/create_folder', params: { fullpath: 'A' }, status: 200, underWay: 1 },
			{ method: 'POST', status: 400 },
		]);
	});

	test('an upload, and the download of a part', async () => {
		const content = '0123456789';
		const filehash = sha1(Buffer.from(content));
		const announced = await call('create_file', { fullpath: 'a.txt', filehash, filesize: '10' });
		const { hash, server } = JSON.parse(announced.text) as Record<string, string>;
		const step = async (name: string, method: string, headers: Record<string, string>, body?: string) =>
			await request(`${server}/${name}?org_client_id=${emulator.library.orgClientId}`, {
				method,
				headers: Object.fromEntries(Object.entries(headers).map(([k, v]) => [`x-svc-upload-${k}`, v])),
				...(body === undefined ? {} : { body }),
			});
		const begun = await step('upload_init', 'POST', {
			filename: 'a.txt',
			pathhash: hash ?? '',
			filehash,
			filesize: '10',
		});
		const { session } = JSON.parse(begun.text) as { session: string };
		await step('upload_part', 'PUT', { session, range: '0-9' }, content);
		expect(await step('upload_req', 'POST', { session })).toMatchObject({ status: 200, text: '10' });
		expect(await step('upload_finish', 'POST', { session })).toMatchObject({ status: 200 });
		const { urls } = JSON.parse((await call('download_url', { fullpath: 'a.txt' })).text) as { urls: [string] };
		expect(await request(urls[0], { headers: { Range: 'bytes=2-4' } })).toMatchObject({
			status: 206,
			headers: { 'content-range': 'bytes 2-4/10', 'content-length': '3' },
			text: '234',
		});
		emulator.faults.add({ match: /download/, action: { cutAfterBytes: 4 } });
		expect(await request(urls[0])).toMatchObject({ status: 200, text: '0123', isCut: true });
		expect(await request(`${emulator.url}${new URL(urls[0]).pathname}`)).toMatchObject({ status: 400 });
	});

	test.each(['reset', 'resetWithin', 'resetAfter', 'stall'] as const)('%s', async (action) => {
		await expect(call('create_folder', { fullpath: action }, action)).rejects.toThrow();
		const { text } = await call('ls', { fullpath: '' });
		expect(text.includes(action)).toBe(action === 'resetAfter' || action === 'stall');
	});

	test.each<[string, FaultRule['action'], object]>([
		[
			'a status',
			{ status: 503, headers: { 'Retry-After': '1' } },
			{ status: 503, headers: { 'retry-after': '1' } },
		],
		['a page', 'html', { status: 502, text: expect.stringContaining('<html>') }],
		['another text', { rewrite: () => 'changed' }, { status: 200, text: 'changed' }],
		['pieces', 'drip', { status: 200, text: expect.stringMatching(/^\{.*\}$/s) }],
	])('%s in place of the answer', async (_name, action, expected) => {
		expect(await call('ls', { fullpath: '' }, action)).toMatchObject({ ...expected, isCut: false });
	});
});
