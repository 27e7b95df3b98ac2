import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { appendToFile, coveredVersions } from '#transfer/work';
import type { HttpRequest } from '../../../src/client/http/types';
import type { Account } from '../../../src/client/service/account';
import { namedAnswers, NOT_FOUND, pageOf } from '../../support/namedAnswers';
import { callerWith, errorOf, orgAccount } from '../../support/ports';
import { property } from '../../support/property';
import { storedItem, appendedBy, type Outcome, type Writer } from './sharedFile';

test('a content that is larger than the service said is not cut, and nothing is stored', async () => {
	const body = 'x'.repeat(50_000_001);
	const filehash = createHash('sha1').update(body).digest('hex');
	const http = namedAnswers({
		info: { body: { dir: 0, fullpath: 'a', filehash, filesize: 1 } },
		download_url: { body: { urls: ['https://files.example.com/link'] } },
		link: { body },
	});
	const store = jest.fn();
	const appending = {
		target: { fullpath: 'a', overwrite: true, operator: {} },
		text: 'y',
		contentOf: () => Buffer.alloc(0),
		textOf: () => '',
		store,
	};
	const { kind, message } = await errorOf(appendToFile(callerWith(http), appending));
	expect({ kind, message }).toMatchObject({
		kind: 'conflict',
		message: '"a" is larger than the 50 MB that text can be appended to',
	});
	expect(store).not.toHaveBeenCalled();
});

describe('appends to one path', () => {
	/** An append to a new file, whose first request is answered when `held` has settled. */
	const appending = async (clientId: string, held: Promise<unknown>): Promise<string> => {
		const http = namedAnswers({ info: NOT_FOUND });
		const slow = { ...http, request: async (r: HttpRequest) => await held.then(async () => await http.request(r)) };
		const account = { ...orgAccount(), clientId } as Account;
		await appendToFile(callerWith(slow, { account }), {
			target: { fullpath: 'a', overwrite: true },
			text: 'x',
			textOf: () => '',
			contentOf: () => Buffer.alloc(0),
			store: async () => await Promise.resolve(storedItem('a', '')),
		});
		return clientId;
	};

	test.each([
		['of one library come one after another', 'one', ['one', 'one']],
		['of two libraries do not wait for each other', 'two', ['two', 'one']],
	])('%s', async (_, second, order) => {
		const ended: string[] = [];
		let release = (): void => undefined;
		const held = new Promise<void>((resolve) => (release = resolve));
		const all = [appending('one', held), appending(second, Promise.resolve())].map(
			async (each) => void ended.push(await each),
		);
		for (let turns = 0; turns < 100; turns++) await new Promise((resolve) => setImmediate(resolve));
		expect(ended).toEqual(second === 'one' ? [] : ['two']);
		release();
		await Promise.all(all);
		expect(ended).toEqual(order);
	});
});

describe('which version was covered', () => {
	const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex');
	/** The history of a file that got a version each second, the newest first. */
	const history = Array.from({ length: 300 }, (_, at) => 300 - at).map((n) => ({
		hid: String(n),
		act: 3,
		dateline: 1_800_000_000 + n,
		filehash: sha1(String(n)),
	}));

	test.each([
		['the newest first: one page tells it', history, 1],
		['the oldest first: all of it is read', history.toReversed(), 4],
	])('%s', async (_, all, requests) => {
		const http = namedAnswers({ history: (fields) => pageOf(all, fields) });
		const asked = { fullpath: 'a', stored: sha1('300'), before: sha1('298') };
		expect(await coveredVersions(callerWith(http), asked)).toEqual([sha1('299')]);
		expect(http.asked.length > 1).toBe(requests > 1);
	});
});

/* Writers who append to one file at the same time, in any order of their requests. */

const delays = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 7, maxLength: 40 });

/** Writers with as many texts each; `textOf` says which one. */
const writers = (count: number, textOf: (writer: number, round: number) => string): fc.Arbitrary<Writer[]> =>
	fc
		.tuple(fc.integer({ min: 1, max: 4 }), fc.array(delays, { minLength: 2, maxLength: count }))
		.map(([rounds, all]) =>
			all.map((each, writer) => ({
				delays: each,
				texts: Array.from({ length: rounds }, (_, round) => textOf(writer, round)),
			})),
		);

/** What must be in the file: the texts that were stored, also those of which the failure says so. */
const kept = ({ texts }: Outcome): string[] =>
	texts
		.filter(({ failure }) => failure === undefined || failure.includes('Your text is in the file'))
		.map(({ text }) => text);

const MARK = 'start';

property({
	promise: 'each line that was stored is there once, and no other',
	count: 3_000,
	cases: writers(4, (writer, round) => `${writer}.${round}`),
	keeps: async (all) => {
		const outcome = await appendedBy(MARK, all);
		expect([...outcome.lines].sort()).toEqual([MARK, ...kept(outcome)].sort());
	},
});

property({
	promise: 'of equal lines there are never more than were stored, and at least one',
	count: 1_000,
	cases: writers(4, (_, round) => `same ${round % 2}`),
	keeps: async (all) => {
		const outcome = await appendedBy(MARK, all);
		const [stored, there] = [kept(outcome), outcome.lines.filter((line) => line !== MARK)];
		for (const line of new Set(stored)) {
			const [most, count] = [stored, there].map((lines) => lines.filter((one) => one === line).length);
			expect(count).toBeGreaterThan(0);
			expect(count).toBeLessThanOrEqual(most ?? 0);
		}
		expect(there.filter((line) => !stored.includes(line))).toEqual([]);
	},
});

test('two writers of one line at the same moment: it is there twice', async () => {
	const delays = [5];
	const outcome = await appendedBy(MARK, [
		{ texts: ['same'], delays },
		{ texts: ['same'], delays: [5, 5, 5, 5, 5, 5, 6] },
	]);
	expect(outcome.lines).toEqual([MARK, 'same', 'same']);
});
