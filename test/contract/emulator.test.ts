import { startEmulator, type Emulator } from '../emulator';
import { contractOf, type ContractOperation, operations } from './contract';
import { type Answer, send } from './bareRequests';
import { runsHere, withDemo } from './demo';
import { failuresTogether, operationOf, runEach, type ExampleRuns, type Outcome } from './exampleRuns';
import { missingSubjects, problemsIn } from './itemSpelling';
import { isEven, isTable, outputSchema, unknownIn } from './outputSchemas';
import { reference } from './reference';
import { deepTest, oneCase } from '../support/runs';
import { comparedSignings, leftOutOf, signatureOf } from './signings';
import { answerSchema, surplus, answerProblems, requestProblems } from './validate';

/* The emulator against openapi.yaml: each example runs through its node, and its requests are sent again, and wrong. */

const entries = reference().filter(runsHere);
let runs: ExampleRuns;
/** One emulator for all requests that are refused, which change nothing. */
let refusing: Emulator;
beforeAll(async () => {
	runs = await runEach(entries);
	refusing = await startEmulator({ seedDemo: true });
});
afterAll(async () => await refusing.close());

/** Examples that the service refuses the second time: what they create exists by then, or what they delete is gone. */
const ONCE: readonly string[] = [
	'libraryFileMove',
	'libraryFileRename',
	'libraryFileDelete',
	'libraryFolderMove',
	'libraryFolderRename',
	'libraryFolderDelete',
	'libraryFileDeleteCompletely',
	'libraryFileRecover',
	'orgDestroy',
	'orgUnbind',
	'entAddGroup',
	'entAddMember',
	'partnerCreateEnt',
	'partnerOrder',
	'userFileMove',
	'userFileRename',
	'userFileDelete',
	'userFolderMove',
	'userFolderRename',
	'userFolderDelete',
];

test.each(entries.map((entry) => [entry.id, entry] as const))('the example of %s succeeds', (id, entry) => {
	const { first, again, items, requests } = runs.outcomes.get(id) as Outcome;
	expect(first).toBeUndefined();
	expect(items.length).toBeGreaterThan(0);
	expect(items.flatMap((item) => unknownIn(item, outputSchema(entry)))).toEqual([]);
	if (isTable(entry)) expect(isEven(items)).toBe(true);
	if (id !== 'directorySynchronize') expect(items.flatMap(problemsIn)).toEqual([]);
	expect(items.flatMap((item) => missingSubjects(entry, item))).toEqual([]);
	for (const request of requests) {
		const op = operationOf(request);
		if (op?.formPointer) expect(requestProblems(op, request.params)).toEqual([]);
	}
	if (again !== undefined) expect({ id, again }).toEqual({ id, again: !ONCE.includes(id) });
});

// As listed, they are the beginning of test/engine/chains.
deepTest('all examples in reverse succeed on one emulator', async () => {
	expect(await failuresTogether([...entries].reverse())).toEqual([]);
});

test.each(['libraryFileCopy', 'libraryFileCopyMany'])('%s that is queued answers as the contract says', async (id) => {
	const op = contractOf(id);
	const params = runs.accepted.get(id) ?? {};
	const { body } = await withDemo(async (emulator) => await send(op, params, emulator), { queueDelayMs: 50 });
	expect(JSON.stringify(body)).toContain('queue_id');
	expect(answerProblems(op, body, params)).toEqual([]);
});

describe('every signed request of the examples, made once more by a credential', () => {
	const routeOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;
	let compared: Array<ReturnType<typeof comparedSignings>>;
	beforeAll(() => {
		const requests = [...runs.outcomes.values()].flatMap((outcome) => outcome.requests);
		const signed = requests.filter(({ params }) => params.sign !== undefined);
		compared = signed.map((request) => comparedSignings(request, refusing));
	});

	test('every signed operation of the contract is among them', () => {
		const signed = [...operations.values()].filter((op) => op.signed).map(routeOf);
		const seen = compared.map(({ request }) => request);
		expect([...new Set(signed)].filter((request) => !seen.includes(request))).toEqual([]);
	});

	test('both sign alike, and leave out what the contract leaves out', () => {
		const unsigned = new Map([...operations.values()].map((op) => [routeOf(op), [...op.unsigned].sort()]));
		for (const { request, byNode, byCredential } of compared) {
			expect({ request, ...byCredential }).toEqual({ request, ...byNode });
			expect({ request, leftOut: byNode.leftOut }).toEqual({ request, leftOut: unsigned.get(request) ?? [] });
		}
	});

	test('a difference would be found', () => {
		const params = { client_id: 'c', dateline: '1700000000', filehash: 'f', filesize: '1', fullpath: 'a' };
		const [all, some] = [[], ['filehash', 'filesize']].map((left) => signatureOf(params, 's', left));
		expect(leftOutOf({ ...params, sign: all ?? '' }, 's')).toEqual([]);
		expect(leftOutOf({ ...params, sign: some ?? '' }, 's')).toEqual(['filehash', 'filesize']);
		expect(leftOutOf({ ...params, fullpath: 'b', sign: all ?? '' }, 's')).toBeUndefined();
	});
});

const forms = entries
	.flatMap(({ covers }) => covers)
	.map(contractOf)
	.filter((op) => op.formPointer !== undefined);
const unique = [...new Map(forms.map((op): [string, ContractOperation] => [op.id, op])).values()];

const MAY_BE_MISSING: Record<string, string[]> = {
	libraryFileUpdates: ['fetch_dateline' /* document: "missing, empty or 0" (G01) */],
	libraryFilePreviewUrlAnnotated: ['annotation' /* without it, it is the plain preview */],
};
/** `property`, whose shape is not shown, the entry that a move answers, and what clients read (fact 4.7). */
const BEYOND_CONTRACT = /^\/(property\/.*|hash|fullpath|refresh_expires_in) is not in the contract$/;
const IDENTITY = ['dateline', 'sign', 'org_client_id', 'client_id', 'token'];

describe.each(unique.map((op, nth) => ({ id: op.id, op, nth })))('$id', ({ id, op, nth }) => {
	const base = (): Record<string, string> => {
		const known =
			runs.accepted.get(id) ??
			(id === 'libraryFileUploadServers'
				? { org_client_id: 'demo-library', fullpath: 'a.txt', timeout: '60', rand: '0123456789abcdef' }
				: undefined);
		if (!known) throw new Error(`no request of ${id} was seen`);
		const { sign: _sign, dateline: _dateline, ...rest } = known;
		return { ...rest };
	};
	const ask = async (params: Record<string, string>): Promise<Answer> => await send(op, params, refusing);
	const messageOf = ({ body }: Answer): string =>
		String(
			(body as Record<string, unknown>)['error_msg'] ?? (body as Record<string, unknown>)['error_description'],
		);

	test('answers 200 with a body of the contract', async () => {
		const { status, body } = await withDemo(async (emulator) => await send(op, base(), emulator));
		expect({ status, body: status === 200 ? 'ok' : body }).toEqual({ status: 200, body: 'ok' });
		expect(answerProblems(op, body, base())).toEqual([]);
		expect(surplus(answerSchema(op) ?? {}, body).filter((problem) => !BEYOND_CONTRACT.test(problem))).toEqual([]);
	});

	test('an unknown parameter is 400 and named', async () => {
		const answer = await ask({ ...base(), surprise: '1' });
		expect(answer.status).toBe(400);
		expect(messageOf(answer)).toContain('surprise');
	});

	test('a required parameter that is missing is refused and named', async () => {
		const sent = base();
		const mayBe = ['dateline', 'sign', ...(MAY_BE_MISSING[id] ?? [])];
		const needed = [...op.parameters.values()].filter(({ name, required }) => required && !mayBe.includes(name));
		for (const { name } of oneCase(needed, nth)) {
			const { [name]: _left, ...rest } = sent;
			const answer = await ask(rest);
			expect(answer.status).toBeGreaterThanOrEqual(400);
			expect(messageOf(answer)).toContain(name);
		}
	});

	test('none or several of a group are refused', async () => {
		const sent = base();
		for (const group of oneCase(op.oneOf, nth)) {
			const none = Object.fromEntries(Object.entries(sent).filter(([name]) => !group.includes(name)));
			expect({ group, status: (await ask(none)).status }).toEqual({ group, status: 400 });
			expect({
				group,
				status: (await ask({ ...sent, ...Object.fromEntries(group.map((name) => [name, sent[name] ?? '1'])) }))
					.status,
			}).toEqual({ group, status: 400 });
		}
	});

	test('values of the wrong type or choice are refused', async () => {
		const sent = base();
		const apart = [...IDENTITY, ...op.oneOf.flat(), ...op.atMostOneOf.flat()];
		const typed = [...op.parameters.values()].filter(
			({ name, schema }) => !apart.includes(name) && (schema.type === 'integer' || schema.enum),
		);
		for (const { name } of oneCase(typed, nth)) {
			const answer = await ask({ ...sent, [name]: 'wrong' });
			expect({ name, status: answer.status }).toEqual({ name, status: 400 });
			expect(messageOf(answer)).toContain(name);
		}
	});

	test('a wrong signature is 401', async () => {
		const { status, body } = await send(op, base(), refusing, 'd3Jvbmc=');
		expect({ status, body }).toMatchObject({
			status: 401,
			body: id === 'tokenIssue' ? { error: 'invalid_client' } : { error_code: 401041 },
		});
	});
});

// The oracles of answers can fail: planted mistakes are found.
test('a wrong type, a missing and a surplus member are found', () => {
	const op = contractOf('orgInfo');
	const info = {
		org_id: '1',
		org_name: '',
		org_logo_url: '',
		size_org_total: 1,
		size_org_use: 1,
		file_count: 1,
		mount_id: 1,
		owner_id: 1,
		more: 1,
	};
	expect(answerProblems(op, { info }).join()).toMatch(/integer.*dir_count|dir_count.*integer/);
	expect(surplus(answerSchema(op) ?? {}, { info })).toEqual(['/info/more is not in the contract']);
});
