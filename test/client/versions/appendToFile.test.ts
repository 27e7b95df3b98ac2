import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { appendToFile, coveredVersions } from '#transfer/work';
import { textAnswer } from '../../../src/client/http/httpAnswer';
import type { Http, HttpRequest } from '../../../src/client/http/types';
import type { Account } from '../../../src/client/service/account';
import { sha1 } from '../../support/hashes';
import { namedAnswers, NOT_FOUND, pageOf } from '../../support/namedAnswers';
import { callerWith, fieldsOf, orgAccount, errorOf, clockOf } from '../../support/ports';
import { property } from '../../support/property';
import { VirtualTime } from '../../support/virtualTime';

/* One file of a service in memory, with its history, and writers who append to it at the same time. */

/** What one writer appends, one text after another. */
interface Writer {
	readonly texts: readonly string[];
	/** Milliseconds: before each text, and of each way of a request, again and again. */
	readonly delays: readonly number[];
}

interface Outcome {
	/** Whether it was stored, and what its failure said. */
	readonly texts: ReadonlyArray<{ readonly text: string; readonly failure?: string }>;
	readonly lines: readonly string[];
}

const NO_FILE = { status: 404, body: { error_code: 40402, error_msg: 'no such file' } };

/** The file: each content that is stored is a version of its own, in the order in which they come. */
class SharedFile {
	readonly versions: string[] = [];

	constructor(start: string) {
		this.versions.push(start);
	}

	answer(name: string, fields: Readonly<Record<string, string>>, url: string): { status?: number; body: unknown } {
		const newest = this.versions.at(-1) ?? '';
		if (name === 'info')
			return { body: { dir: 0, fullpath: 'f', filehash: sha1(newest), filesize: newest.length } };
		if (name === 'download_url') return { body: { urls: [`https://files.example.com/link?${fields.filehash}`] } };
		if (name === 'link') return { body: this.versions.find((content) => url.endsWith(sha1(content))) ?? '' };
		if (name !== 'history') return NO_FILE;
		const all = this.versions.map((content, n) => ({
			hid: String(n),
			act: n === 0 ? 1 : 3,
			dateline: 1_800_000_000 + Math.floor(n / 4),
			filehash: sha1(content),
			filesize: content.length,
		}));
		const [start, size] = [Number(fields.start ?? 0), Number(fields.size ?? 20)];
		return { body: { count: all.length, list: all.reverse().slice(start, start + size) } };
	}
}

/** Lets the writers append, each in a process of its own, until all have ended. */
async function appendedBy(start: string, writers: readonly Writer[]): Promise<Outcome> {
	const time = new VirtualTime(0);
	const file = new SharedFile(start);
	const texts = await time.until(
		Promise.all(writers.map(async (writer, n) => await appendAll({ file, time, writer, n }))),
	);
	return { texts: texts.flat(), lines: (file.versions.at(-1) ?? '').split('\n').filter((line) => line !== '') };
}

interface Place {
	readonly file: SharedFile;
	readonly time: VirtualTime;
	readonly writer: Writer;
	readonly n: number;
}

async function appendAll({ file, time, writer, n }: Place): Promise<Array<{ text: string; failure?: string }>> {
	let turn = 0;
	const next = (): number => writer.delays[turn++ % writer.delays.length] ?? 1;
	const wait = async (): Promise<void> => await time.sleep(next());
	const http: Http = {
		request: async (r) => {
			await wait();
			const name = new URL(r.url).pathname.split('/').at(-1) ?? '';
			const { status = 200, body } = file.answer(name, fieldsOf(r), r.url);
			await wait();
			return textAnswer(status, {}, typeof body === 'string' ? body : JSON.stringify(body));
		},
	};
	// Processes share nothing: one that appends does not wait for another.
	const account = orgAccount(`https://process-${n}.example.com`);
	const caller = callerWith(http, { account, clock: clockOf({ ...time, random: () => next() / 100 }) });
	const outcomes = [];
	for (const text of writer.texts) {
		await wait();
		const failure = await appendToFile(caller, appendingTo(file, text, wait)).then(
			() => undefined,
			(cause: unknown) => String(cause),
		);
		outcomes.push(failure === undefined ? { text } : { text, failure });
	}
	return outcomes;
}

/** What is put out of a file that was stored. */
const storedItem = (fullpath: string, filehash: string) => ({
	hash: 'h',
	fullpath,
	filename: fullpath,
	type: 'file' as const,
	filesize: 1,
	filehash,
	transfer: { instant: false, chunks: 1, retries: 0, bytes_sent: 1, duration_ms: 0 },
});

const appendingTo = (file: SharedFile, text: string, wait: () => Promise<void>) => ({
	target: { fullpath: 'f', overwrite: true },
	text,
	encoding: 'utf-8' as const,
	store: async (content: Buffer) => {
		await wait();
		file.versions.push(content.toString());
		await wait();
		return storedItem('f', sha1(content));
	},
});

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
		encoding: 'utf-8' as const,
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
			encoding: 'utf-8',
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
