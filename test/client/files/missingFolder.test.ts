import { callInto, type Needs } from '../../../src/client/files/missingFolder';
import { abortedError, LibraryError } from '../../../src/protocol/wire/libraryError';
import { namedAnswers, NOT_FOUND, REFUSED, type NamedAnswer } from '../../support/namedAnswers';
import { callerWith, errorOf, orgAccount, personAccount } from '../../support/ports';
import { write } from '../service/callFixtures';

const DONE = { body: { done: true } };
const once =
	(first: object): NamedAnswer =>
	(_, earlier) =>
		earlier === 0 ? first : DONE;
const NEEDS: Needs = { folders: [{ fullpath: 'A/B' }], sources: [{ fullpath: 's' }] };

/** A service with these entries; what is created is there then. */
function bench(entries: Record<string, number>, answers: Record<string, NamedAnswer> = {}, extra = {}) {
	const there = new Map(Object.entries(entries));
	const http = namedAnswers({
		copy: (_, earlier) => (earlier === 0 ? NOT_FOUND : DONE),
		info: ({ fullpath = '' }) =>
			there.has(fullpath) ? { body: { fullpath, dir: there.get(fullpath) } } : NOT_FOUND,
		create_folder: ({ fullpath = '' }) => {
			there.set(fullpath, 1);
			return { body: { fullpath } };
		},
		...answers,
	});
	const caller = callerWith(http, { noRetryAfter: AbortSignal.abort(), ...extra });
	const send = async (needs: Partial<Needs> = {}) =>
		await callInto(caller, write, { fullpath: 's' }, { ...NEEDS, ...needs });
	const asked = () => http.asked.map(([name, { fullpath = '' }]) => `${name} ${fullpath}`);
	return { http, send, asked };
}

test('missing folders are created from the outside for the operator, and the request is repeated', async () => {
	const { http, send, asked } = bench({ s: 0 });
	expect(await send({ operator: { op_id: '4' } })).toEqual({ done: true });
	const looks = ['info A/B', 'info s', 'info A'];
	expect(asked()).toEqual(['copy s', ...looks, 'create_folder A', 'create_folder A/B', 'copy s']);
	const created = http.asked.filter(([name]) => name === 'create_folder').map(([, fields]) => fields);
	expect(created).toEqual(['A', 'A/B'].map((fullpath) => ({ fullpath, op_id: '4' })));
});

test('a user token creates without overwriting, in its library', async () => {
	const account = personAccount();
	const { http, send } = bench({ s: 0, A: 1 }, {}, { account });
	const at = { mount_id: '3', fullpath: 'A/B' };
	await send({ folders: [at], operator: { op_id: '4' } });
	expect(http.asked.filter(([name]) => name === 'create_folder')).toEqual([
		['create_folder', { ...at, overwrite: '0' }],
	]);
	expect(http.asked[1]).toEqual(['info', at]);
});

test.each<[string, object]>([
	['not found', NOT_FOUND],
	['input', { status: 400, body: { error_code: 40013 } }],
	['conflict', { status: 400, body: { error_code: 40093 } }],
])('a refusal of kind %s may be due to a missing folder', async (_, refusal) => {
	const { send } = bench({ s: 0, A: 1 }, { copy: once(refusal) });
	expect(await send()).toEqual({ done: true });
});

test.each<[string, object]>([
	['auth', REFUSED],
	['network', new LibraryError('network', 'lost')],
	['notFound', new LibraryError('notFound', 'not of the service')],
	['aborted', abortedError()],
])('one of kind %s is not', async (kind, refusal) => {
	const { send, asked } = bench({ s: 0 }, { copy: once(refusal) });
	expect(await errorOf(send())).toMatchObject({ kind });
	expect(asked()).toEqual(['copy s']);
});

test('where all folders are there, the refusal is shown', async () => {
	const { send, asked } = bench({ s: 0, 'A/B': 1 });
	expect(await errorOf(send())).toMatchObject({ kind: 'notFound', operation: 'libraryFileCopy' });
	expect(asked()).toEqual(['copy s', 'info A/B']);
});

test('for sources that do not exist nothing is created', async () => {
	const { send, asked } = bench({ s: 0 });
	const sources = [{ fullpath: 's' }, { fullpath: 'gone' }, { fullpath: 'never asked' }];
	expect(await errorOf(send({ sources }))).toMatchObject({ operation: 'libraryFileCopy' });
	expect(asked()).toEqual(['copy s', 'info A/B', 'info s', 'info gone']);
});

test.each([
	[{ s: 0, 'A/B': 0 }, 'Destination Folder: "A/B" is a file, not a folder'],
	[{ s: 0, A: 0 }, 'Destination Folder: "A" is a file, not a folder'],
])('a file where a folder should be is said (%j)', async (entries, message) => {
	const { send, asked } = bench(entries);
	expect(await errorOf(send())).toMatchObject({
		kind: 'input',
		field: 'Destination Folder',
		message,
		hint: 'Choose the folder, and enter the name in New Name.',
	});
	expect(asked().filter((text) => text.startsWith('create_folder'))).toEqual([]);
});

test('items at the same time create a folder once, and each is repeated', async () => {
	const { send, asked } = bench({ s: 0 }, { copy: (_, earlier) => (earlier < 3 ? NOT_FOUND : DONE) });
	expect(await Promise.all([send(), send(), send()])).toEqual([{ done: true }, { done: true }, { done: true }]);
	const created = asked().filter((text) => text.startsWith('create_folder'));
	expect(created).toEqual(['create_folder A', 'create_folder A/B']);
});

test('a folder that another item created meanwhile counts as created', async () => {
	let arrive: () => void = () => undefined;
	const late = new Promise<void>((resolve) => (arrive = resolve));
	const account = orgAccount();
	const first = bench({ s: 0, A: 1 }, {}, { account });
	const second = bench({ s: 0, A: 1, 'A/B': 1 });
	const request: typeof second.http.request = async (r) => {
		await late;
		return await second.http.request(r);
	};
	const needs = { ...NEEDS, folders: [{ fullpath: 'A' }, { fullpath: 'A/B' }] };
	const sending = callInto(callerWith({ ...second.http, request }, { account }), write, { fullpath: 's' }, needs);
	await first.send();
	arrive();
	expect(await sending).toEqual({ done: true });
	expect(second.asked()).toEqual(['copy s', 'info A', 'info A/B', 'copy s']);
});
