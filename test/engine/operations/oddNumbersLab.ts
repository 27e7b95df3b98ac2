import { sha1 } from '../../support/hashes';
import { entriesOf } from '../../support/zipReader';
import type { RunResult } from '../support/engine';
import { FileNodes, type FileNode } from '../support/fileNodes';
import { by } from '../support/library';

/** What T/odd.txt of a mirror contains. */
export const KEPT = sha1('target');

const isOdd = (value: unknown): value is object =>
	typeof value === 'object' &&
	value !== null &&
	(('filename' in value && value.filename === 'odd.txt') ||
		('fullpath' in value && String(value.fullpath).endsWith('/odd.txt')));

/** Both nodes with a folder `S` of two files, of one of which, `odd.txt`, the service says what is told. */
export class OddNumbersLab extends FileNodes {
	private tests = 0;
	/** The folder of a test, and what odd.txt contains: of another size in each, by which links are told apart. */
	top = '';
	odd = '';

	/** The files of another test, of which the service tells the truth. */
	begin(): void {
		this.emulator.faults.clear();
		this.top = `Odd ${++this.tests}`;
		this.odd = 'odd'.padEnd(3 + this.tests);
		this.seedFile(`${this.top}/S/odd.txt`, this.odd);
		this.seedFile(`${this.top}/S/other.txt`, 'other');
	}

	/** From now on the service says this of odd.txt, whatever it is asked. */
	show(fields: object): void {
		const changed = (_: string, value: unknown): unknown => (isOdd(value) ? { ...value, ...fields } : value);
		const rewrite = (text: string): string =>
			/^[[{]/.test(text) ? JSON.stringify(JSON.parse(text, changed)) : text;
		this.emulator.faults.choose = () => ({ match: '', action: { rewrite } });
	}

	/** The names that a list with these filters has, whatever their order. */
	async names(node: FileNode, filters: object): Promise<unknown[]> {
		const list = { resource: 'folder', operation: 'getMany', folder: by('path', `${this.top}/S`) };
		const { items, error } = await this.run(node, { ...list, returnAll: true, recursive: true, filters });
		expect(error).toBeUndefined();
		return items.map(({ json }) => json.filename).sort();
	}

	async zip(node: FileNode, parameters: object) {
		const before = this.emulator.requests.length;
		const order = { resource: 'folder', operation: 'downloadZip', folder: by('path', `${this.top}/S`) };
		const { items, error } = await this.run(node, { ...order, ...parameters });
		const asked = this.emulator.requests.slice(before).filter(({ path }) => /download_url|file\/open/.test(path));
		const names = items[0] ? entriesOf(await this.engine.contentOf(items[0])).map(({ name }) => name) : [];
		return { error, names, asked: asked.length, json: items[0]?.json };
	}

	/** Mirrors S to T, where odd.txt has another content. Returns the SHA1 that T has afterwards. */
	async mirror(node: FileNode, parameters: object) {
		this.seedFile(`${this.top}/T/odd.txt`, 'target');
		const folders = { sourceFolder: by('path', `${this.top}/S`), targetFolder: by('path', `${this.top}/T`) };
		const library = node === 'fileLibraryUser' ? { sourceLibrary: by('id', '2101') } : {};
		const order = { resource: 'folder', operation: 'mirror', dryRun: false, deleteExtra: true };
		const { items, error } = await this.run(node, { ...order, ...folders, ...library, ...parameters });
		const hashOf = (name: string) => this.libraryOf(node).tree.find(`${this.top}/T/${name}`)?.filehash;
		return { items: items.map(({ json }) => json), error, odd: hashOf('odd.txt'), other: hashOf('other.txt') };
	}

	/** Deletes odd.txt, and then for good what passes the filters. */
	async emptyBin(filters: object): Promise<RunResult> {
		const file = by('path', `${this.top}/S/odd.txt`);
		expect((await this.run('fileLibrary', { resource: 'file', operation: 'delete', file })).error).toBeUndefined();
		const empty = { resource: 'recycleBin', operation: 'empty', dryRun: false };
		return await this.run('fileLibrary', { ...empty, filters: { folder: this.top, ...filters } });
	}

	/** Makes a link to odd.txt, and lists or closes what passes the filters. */
	async links(operation: string, filters: object, terms: object): Promise<RunResult> {
		const file = by('path', `${this.top}/S/odd.txt`);
		const create = { resource: 'link', operation: 'create', file, ...terms };
		const made = await this.run('fileLibrary', create);
		expect(made.error).toBeUndefined();
		const library = by('id', String(this.emulator.library.orgId));
		const access = { authentication: 'enterprise', library };
		const more = operation === 'getMany' ? { returnAll: true } : { dryRun: false };
		return await this.run('fileLibrary', { resource: 'link', operation, ...access, ...more, filters });
	}
}
