import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { restoreVersion, type Restoration } from '#versions/work';
import { isLibraryError, LibraryError } from '../../../src/protocol/wire/libraryError';
import { namedAnswers, NOT_FOUND, pageOf, type NamedAnswer } from '../../support/namedAnswers';
import { callerWith } from '../../support/ports';
import { property } from '../../support/property';

/* A version is restored while somebody renames, replaces, deletes or changes the file, and answers are lost. */

const [OLD, NEW, OTHER] = ['aa'.repeat(20), 'bb'.repeat(20), 'cc'.repeat(20)];
type Entry = { hid: string; filehash: string; dateline: number; filesize: number };
type File = { readonly hash: string; path: string | undefined; readonly history: Entry[] };
const DEEDS = ['rename', 'renameBack', 'delete', 'replace', 'moveAndReplace', 'change'] as const;

/** A library that knows every content, and what the restore did to it. */
class Library {
	readonly file: File = { hash: 'id', path: 'A/b.txt', history: [] };
	readonly files = [this.file];
	readonly placed: File[] = [];
	private made = 0;

	constructor() {
		for (const filehash of [OLD, NEW]) this.write(this.file, filehash);
	}

	write(file: File, filehash: string): void {
		const n = ++this.made;
		file.history.unshift({ hid: `h${n}`, filehash, dateline: 1_000 + n, filesize: filehash === OLD ? 5 : 7 });
	}

	at = (path: string): File | undefined => this.files.find((file) => file.path === path);

	put(path: string, filehash: string): File {
		const there = this.at(path) ?? { hash: `new ${++this.made}`, path, history: [] };
		if (!this.files.includes(there)) this.files.push(there);
		this.write(there, filehash);
		return there;
	}

	happens(deed: (typeof DEEDS)[number]): void {
		const { file } = this;
		const old = file.path;
		if (deed === 'change') this.write(file, OTHER);
		else if (deed === 'renameBack') file.path = this.at('A/b.txt') ? file.path : 'A/b.txt';
		else if (file.path !== undefined) file.path = deed === 'delete' || deed === 'replace' ? undefined : 'B/c.txt';
		if (old !== undefined && (deed === 'replace' || deed === 'moveAndReplace')) this.put(old, OTHER);
	}

	readonly answers: Record<string, NamedAnswer> = {
		info: ({ fullpath, hash }) => {
			const file = fullpath === undefined ? this.files.find((each) => each.hash === hash) : this.at(fullpath);
			const [content] = file?.history ?? [];
			if (file?.path === undefined || !content) return NOT_FOUND;
			const { filehash, filesize } = content;
			return { body: { fullpath: file.path, hash: file.hash, dir: 0, filehash, filesize } };
		},
		history: ({ fullpath = '' }) => {
			const file = this.at(fullpath);
			return file ? pageOf(file.history) : NOT_FOUND;
		},
		create_file: ({ fullpath = '', filehash = '' }) => {
			const file = this.put(fullpath, filehash);
			this.placed.push(file);
			return { body: { hash: file.hash, fullpath, state: 1 } };
		},
	};
}

interface Meanwhile {
	/** Before which request something happens, from 0. */
	readonly deeds: ReadonlyArray<{ readonly before: number; readonly deed: (typeof DEEDS)[number] }>;
	/** Of which requests the answer is lost. */
	readonly lost: readonly number[];
}
const meanwhile: fc.Arbitrary<Meanwhile> = fc.record({
	deeds: fc.array(fc.record({ before: fc.nat(9), deed: fc.constantFrom(...DEEDS) }), { maxLength: 3 }),
	lost: fc.uniqueArray(fc.nat(9), { maxLength: 2 }),
});

/** Plays a restore; `changedAfter` is whether something happened once a content had been placed. */
async function play({ deeds, lost }: Meanwhile) {
	const library = new Library();
	let [request, changedAfter] = [0, false];
	const during = (answer: NamedAnswer): NamedAnswer => {
		return (fields, earlier) => {
			const n = request++;
			for (const { before, deed } of deeds) {
				if (before !== n) continue;
				library.happens(deed);
				changedAfter ||= library.placed.length > 0;
			}
			const reply = typeof answer === 'function' ? answer(fields, earlier) : answer;
			return lost.includes(n) ? new LibraryError('network', 'lost', { retryable: true }) : reply;
		};
	};
	const answers = Object.fromEntries(Object.entries(library.answers).map(([name, one]) => [name, during(one)]));
	const order = { file: { fullpath: 'A/b.txt' }, filehash: OLD, operator: {} };
	const result = await restoreVersion(callerWith(namedAnswers(answers)), order).catch((error: unknown) => error);
	return { library, result, changedAfter };
}

function check({ library, result, changedAfter }: Awaited<ReturnType<typeof play>>): void {
	const { placed, file } = library;
	if (result instanceof Error) {
		ok(isLibraryError(result) && ['notFound', 'input'].includes(result.kind), result.message);
		return equal(placed.length, 0, 'an error says that nothing was changed');
	}
	const { stored, missed } = result as Restoration;
	ok(placed.length <= 1 || changedAfter, 'one version is made, however many answers are lost');
	const last = placed.at(-1);
	// Who deletes or replaces it at once has the last word; which file it went to is told all the same.
	if (changedAfter || !last) return;
	equal(stored?.hash, last.hash);
	deepEqual(missed, last === file ? undefined : { hash: 'id', fullpath: file.path ?? null });
}

property({
	promise: 'a restore says which file has the content, whatever happens to the file meanwhile',
	count: 5_000,
	cases: meanwhile,
	keeps: async (one) => check(await play(one)),
});
