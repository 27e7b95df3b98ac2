import type { FaultRule } from '../../emulator';
import { GET, UPLOAD, useFailures } from '../support/failures';
import { by, on } from '../support/library';

/* A failing service, a wrong credential, a wrong clock: one clear error, and no session is left behind. */

const f = useFailures();
beforeEach(() => {
	f.emulator.faults.clear();
	// What is asked again is asked at once.
	jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => void jest.restoreAllMocks());

describe('the credential or the service is wrong', () => {
	const always = (match: string | RegExp, action: FaultRule['action']) =>
		f.emulator.faults.add({ match, action, times: 100 });

	test('a wrong secret', async () => {
		const description = /ID and the secret.*a secret that does not belong to the ID/is;
		const expected = { message: /signature.*401041/, description, sent: true };
		await f.expectFailure(GET, expected, undefined, f.with({ orgClientSecret: 'wrong-secret-123' }));
	});
	test('401041 with a non-ASCII path', async () => {
		always('/file/info', { status: 401, body: { error_code: 401041, error_msg: 'sign error' } });
		await f.expectFailure(on('file', 'get', { file: by('path', '合同 2026/é.txt') }), {
			message: /signature.*sign error.*401041/,
			description: /non-ASCII|encoding/i,
			sent: true,
		});
	});
	test('a port where nothing listens', async () => {
		const expected = { message: /refused/, description: /Base URL/ };
		await f.expectFailure(GET, expected, undefined, f.with({ baseUrl: 'http://127.0.0.1:9' }));
	});
});

describe('failed uploads leave no session behind', () => {
	const bytes = Buffer.alloc(3_000_000, 7);
	let count = 0;
	const input = async () => [
		await f.engine.binaryItem(Buffer.concat([bytes, Buffer.from(String(++count))]), { fileName: 'big.bin' }),
	];
	afterEach(() => expect(f.emulator.sessions()).toEqual([]));

	test('a full library', async () => {
		f.emulator.faults.libraryFull = true;
		const description = /space|free|delete|administrator/i;
		await f.expectFailure(UPLOAD, { message: /space|full|quota/i, description, sent: true }, await input());
	});
	test.each<[string, FaultRule]>([
		['parts are refused', { match: '/upload_part', action: { status: 400 }, times: 100 }],
		['no permission for a part', { match: '/upload_part', action: { status: 403 }, times: 100 }],
		['the finish is refused', { match: '/upload_finish', action: { status: 403 }, times: 100 }],
		['a proxy limits the size', { match: '/upload_part', action: { status: 413, body: 'too large' }, times: 100 }],
	])('%s', async (_name, fault) => {
		f.emulator.faults.add(fault);
		await f.expectFailure(UPLOAD, { message: /\w/, sent: true }, await input());
	});
});
