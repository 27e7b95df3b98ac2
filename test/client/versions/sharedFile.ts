import { textAnswer } from '../../../src/client/http/httpAnswer';
import type { Http } from '../../../src/client/http/types';
import { appendToFile } from '#transfer/work';
import { sha1 } from '../../support/hashes';
import { callerWith, fieldsOf, orgAccount } from '../../support/ports';
import { VirtualTime } from '../../support/virtualTime';

/* One file of a service in memory, with its history, and writers who append to it at the same time. */

/** What one writer appends, one text after another. */
export interface Writer {
	readonly texts: readonly string[];
	/** Milliseconds: before each text, and of each way of a request, again and again. */
	readonly delays: readonly number[];
}

/** What became of the texts. */
export interface Outcome {
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
export async function appendedBy(start: string, writers: readonly Writer[]): Promise<Outcome> {
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
		close: async () => undefined,
	};
	// Processes share nothing: one that appends does not wait for another.
	const account = orgAccount(`https://process-${n}.example.com`);
	const caller = callerWith(http, { account, clock: { ...time, random: () => next() / 100 } });
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
export const storedItem = (fullpath: string, filehash: string) => ({
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
	contentOf: (before: Buffer | undefined, added: readonly string[]) =>
		Buffer.from([before?.toString() ?? '', ...added].filter((part) => part !== '').join('\n')),
	textOf: (content: Buffer) => content.toString(),
	store: async (content: Buffer) => {
		await wait();
		file.versions.push(content.toString());
		await wait();
		return storedItem('f', sha1(content));
	},
});
