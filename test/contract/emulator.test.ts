import { createHash, createHmac } from 'node:crypto';
import { reference } from '../reference';
import { startEmulator, type Emulator } from '../emulator';
import { startLibrary, type Library } from '../engine/library';
import { contractOf, operations, type ContractOperation } from './contract';
import { answerProblems, requestProblems } from './validate';

/*
 * The emulator against openapi.yaml. Examples go through the node; every request the emulator saw is then sent once more by a
 * little signer of this file's own, so that its answer can be judged by the contract, and with parameters missing, unknown or wrong.
 */

let emulator: Emulator;
let library: Library;
const seen = new Map<string, Record<string, string>>();
const entries = reference().filter(({ node }) => node === 'fileLibrary');

/** A demo library in which every example finds what it names. */
async function prepared(): Promise<Emulator> {
	const made = await startEmulator({ queueThreshold: 0 });
	for (const path of ['Contracts/offer.txt', 'Contracts/draft.txt', 'Contracts/offer.pdf', 'Contracts/offer.docx', 'Reports/old.txt', 'Reports/deleted.txt', 'Reports/trash.txt', 'Archive/x.txt']) made.seedFile(path, `content of ${path}`);
	return made;
}

beforeAll(async () => {
	emulator = await prepared();
	library = await startLibrary({ url: emulator.url, ...emulator.library });
});
afterAll(async () => await emulator.close());

function sign(params: Record<string, string>, unsigned: string[]): string {
	const names = Object.keys(params).filter((name) => name !== 'sign' && !unsigned.includes(name)).sort();
	return createHmac('sha1', emulator.library.orgClientSecret).update(names.map((name) => params[name]).join('\n')).digest('base64');
}

async function send(op: ContractOperation, given: Record<string, string>): Promise<{ status: number; body: Record<string, unknown> }> {
	const params: Record<string, string> = { ...given, ...(op.dateline ? { dateline: String(Math.floor(Date.now() / 1000)) } : {}) };
	if (op.signed) params['sign'] = sign(params, op.unsigned);
	const answer = await fetch(`${emulator.url}${op.path}`, { method: op.method, body: new URLSearchParams(params) });
	return { status: answer.status, body: await answer.json() as Record<string, unknown> };
}

/** The operation a request of the emulator's log belongs to. */
const operationOf = (method: string, path: string, params: Record<string, string>): ContractOperation | undefined =>
	[...operations.values()].filter((op) => op.method === method && op.path === path && op.credential !== 'token').find(({ id }, _i, all) => all.length === 1 || (id === 'libraryFilePreviewUrlAnnotated') === ('annotation' in params));

// Reading first, removing last: examples must not take each other's files away.
const LAST = ['copy', 'copyMany', 'move', 'delete', 'restore', 'close'];
const ordered = [...entries].sort((a, b) => LAST.indexOf(a.operation) - LAST.indexOf(b.operation));

test.each(ordered.map((entry): [string, (typeof entries)[number]] => [entry.id, entry]))('the example of %s is taken', async (id, entry) => {
	if (entry.resource === 'recycleBin' && entry.operation !== 'getMany') {
		for (const path of (entry.example['paths'] as string[])) await library.run({ resource: 'file', operation: 'delete', file: { __rl: true, mode: 'path', value: path } });
	}
	const from = emulator.requests.length;
	if (id === 'libraryFileQueueStatus') await library.run({ resource: 'file', operation: 'copyMany', sources: ['Contracts'], targetFolders: ['Archive'], waitForCompletion: false });
	const { error } = await library.run(entry.example, [await library.engine.binaryItem(Buffer.from('example'), { fileName: 'example.bin' })]);
	expect(error).toBeUndefined();
	for (const { method, path, params, status } of emulator.requests.slice(from)) {
		const op = operationOf(method, path, params);
		if (!op?.formPointer) continue;
		expect(requestProblems(op, params)).toEqual([]);
		if (status === 200) seen.set(op.id, params);
	}
});

const forms = entries.flatMap(({ covers }) => covers).map(contractOf).filter((op) => op.formPointer !== undefined);
const unique = [...new Map(forms.map((op): [string, ContractOperation] => [op.id, op])).values()];

const MAY_BE_MISSING: Record<string, string[]> = {
	libraryFileUpdates: ['fetch_dateline' /* document: "missing, empty or 0" (ambiguities G01) */],
	libraryFilePreviewUrlAnnotated: ['annotation' /* without it, it is the plain preview */],
};

describe.each(unique.map((op): [string, ContractOperation] => [op.id, op]))('%s', (id, op) => {
	const base = (): Record<string, string> => {
		const known = seen.get(id) ?? (id === 'libraryFileUploadServers' ? { org_client_id: emulator.library.orgClientId, fullpath: 'a.txt', timeout: '60', rand: '0123456789abcdef' } : undefined);
		if (!known) throw new Error(`no request of ${id} was seen`);
		const { sign: _sign, dateline: _dateline, ...rest } = known;
		// A file of its own: the example may be gone by now.
		const path = `Own/${id} ${Math.random()}.${rest['fullpath']?.split('.')[1] ?? 'txt'}`;
		if (id !== 'libraryFileCreateFile' && id !== 'libraryFileCreateFolder' && !id.includes('Permission') && !id.startsWith('permission')) for (const name of ['fullpath', 'from_fullpath', 'fullpaths', 'from_fullpaths']) {
			if (rest[name] === undefined || rest[name] === '' || (id === 'libraryFileCopy' && name === 'fullpath') || id === 'libraryFileList') continue;
			emulator.seedFile(path, path);
			rest[name] = path;
		}
		if (id === 'libraryFileCreateFile') rest['filehash'] = createHash('sha1').update(path).digest('hex');
		return rest;
	};

	test('answers 200 with a body of the contract', async () => {
		const params = base();
		if (id === 'libraryFileRecover' || id === 'libraryFileDeleteCompletely') await send(contractOf('libraryFileDelete'), { org_client_id: emulator.library.orgClientId, fullpath: params['fullpaths'] ?? '' });
		if (id === 'libraryFileLinkClose') await send(contractOf('libraryFileLink'), { org_client_id: emulator.library.orgClientId, fullpath: params['fullpath'] ?? '' });
		const { status, body } = await send(op, params);
		expect({ status, body: status === 200 ? 'ok' : body }).toEqual({ status: 200, body: 'ok' });
		expect(answerProblems(op, body, params)).toEqual([]);
	});

	test('an unknown parameter is 400 and named', async () => {
		const { status, body } = await send(op, { ...base(), surprise: '1' });
		expect(status).toBe(400);
		expect(String(body['error_msg'])).toContain('surprise');
	});

	test('a required parameter that is missing is refused and named', async () => {
		const sent = base();
		for (const { name, required } of op.parameters.values()) {
			if (!required || ['dateline', 'sign', ...(MAY_BE_MISSING[id] ?? [])].includes(name)) continue;
			const { [name]: _left, ...rest } = sent;
			const { status, body } = await send(op, rest);
			expect(status).toBeGreaterThanOrEqual(400);
			expect(String(body['error_msg'])).toContain(name);
		}
	});

	test('none or several of a group are refused', async () => {
		const sent = base();
		for (const group of op.oneOf) {
			const none = Object.fromEntries(Object.entries(sent).filter(([name]) => !group.includes(name)));
			expect((await send(op, none)).status).toBe(400);
			expect((await send(op, { ...sent, ...Object.fromEntries(group.map((name) => [name, sent[name] ?? '1'])) })).status).toBe(400);
		}
	});

	test('values of the wrong type or choice are refused', async () => {
		const sent = base();
		for (const { name, schema } of op.parameters.values()) {
			if (['dateline', 'sign', 'org_client_id'].includes(name) || (schema.type !== 'integer' && !schema.enum) || op.oneOf.flat().includes(name) || op.atMostOneOf.flat().includes(name)) continue;
			const { status, body } = await send(op, { ...sent, [name]: 'wrong' });
			expect({ name, status }).toEqual({ name, status: 400 });
			expect(String(body['error_msg'])).toContain(name);
		}
	});

	test('a wrong signature is 401 with 401041', async () => {
		const params = { ...base(), dateline: String(Math.floor(Date.now() / 1000)) };
		const answer = await fetch(`${emulator.url}${op.path}`, { method: op.method, body: new URLSearchParams({ ...params, sign: sign({ ...params, more: '1' }, op.unsigned) }) });
		expect({ status: answer.status, body: await answer.json() }).toMatchObject({ status: 401, body: { error_code: 401041 } });
	});
});
