import type { INodeExecutionData } from 'n8n-workflow';
import { contentOf, type Content } from './content';
import { itemsOf, sizeOf, type Ran } from './fileItems';
import { by, changesOf, DOWNLOAD, SETTLE, UPLOAD, type Change } from './fileChanges';
import { failuresIn, isFailed, pace, runLane, signInOf, sourceOf, type Shop } from './lane';
import { ABSENT, type Outcome } from './messages';
import { LaneModel } from './model';
import { sha1OfBinary } from './nodes';
import type { Random } from './random';

/* One lane of files: uploads, downloads and changes in a folder of its own of the library that all lanes share. */

/** The most files in the folder of a lane; above that more are deleted than stored. */
const MANY = 250;
const UPLOADS = ['create_file', 'info', 'upload_servers'].map((name) => `/m-open/1/file/${name}`);
const USER_UPLOADS = [
	...signInOf('fileLibraryUser'),
	'/m-api/2/file/create_file',
	'/m-api/2/file/info',
	'/m-api/1/file/upload_server',
];
const SERVERS = ['/upload_init', '/upload_part', '/upload_req', '/upload_finish', '/upload_abort', '/2/web_upload'];

/** Who works with files: the library's own authorization, or a person. */
type Who = 'fileLibrary' | 'fileLibraryUser';

export class FileLane {
	readonly model: LaneModel;

	constructor(
		private readonly shop: Shop,
		private readonly number: number,
		private readonly mountId: number,
		private readonly random: Random,
	) {
		this.model = new LaneModel(`Soak/lane ${number}`);
	}

	async run(): Promise<void> {
		await runLane(`files ${this.number}`, this.shop, async () => await this.step());
	}

	private async step(): Promise<Outcome> {
		const { model, random } = this;
		const room = MANY - model.size;
		if (model.size < 5) return await this.upload(20);
		const missing = this.shop.missing();
		if (missing['/upload_abort'] && random.chance(0.1)) return await this.stop();
		const choice = random.next();
		if (choice < 0.3 && room > 0) return await this.upload(random.logUniform(1, Math.min(200, room)));
		if (choice < 0.34) return await this.stop();
		if (choice < 0.65) return await this.download(random.logUniform(1, 100));
		const open = model.uncertain(100);
		if (open.length > 20) return await this.settle(open);
		const most = random.logUniform(1, 100);
		return await this.change(random.pick(changesOf(room > 0)), model.certain(random, most));
	}

	/** Uploads new files, or overwrites some that are there. */
	private async upload(count: number): Promise<Outcome> {
		const { model, random } = this;
		const old = random.chance(0.3) ? model.certain(random, count).map(({ path }) => path) : [];
		const paths = [...old, ...Array.from({ length: count - old.length }, () => model.newPath())];
		const contents = paths.map(() => contentOf(random.between(1, 2 ** 31), sizeOf(count, random)));
		const who: Who = random.chance(0.25) ? 'fileLibraryUser' : 'fileLibrary';
		const items = await itemsOf(this.shop.nodes, contents, paths, random);
		const options = { chunkSize: 1, method: random.chance(0.15) ? 'form' : 'chunked', ...pace(random) };
		const ran = await this.execute(who, { ...UPLOAD, folder: by('path', model.folder), options }, items);
		const done = new Map(ran.items.filter((item) => !isFailed(item)).map((item) => [sourceOf(item), item.json]));
		for (const [at, path] of paths.entries()) {
			const { sha1 } = contents[at] as Content;
			const json = done.get(at);
			if (json && json.fullpath === path && json.filehash === sha1) model.is(path, sha1);
			else if (json) this.defect(`upload of ${path} put out ${JSON.stringify(json)}`);
			else model.may(path, sha1);
		}
		const bytes = contents.reduce((sum, { size }) => sum + size, 0);
		const id = who === 'fileLibrary' ? 'libraryFileUpload' : 'userFileUpload';
		return this.outcome(id, ran, [...(who === 'fileLibrary' ? UPLOADS : USER_UPLOADS), ...SERVERS], bytes);
	}

	/** Stops an upload in the middle: what had not arrived must not be there, and no session may stay. */
	private async stop(): Promise<Outcome> {
		const { model, random } = this;
		const paths = [model.newPath(), model.newPath()];
		const contents = paths.map(() => contentOf(random.between(1, 2 ** 31), random.between(1_500_000, 5_000_000)));
		const items = await itemsOf(this.shop.nodes, contents, paths, random);
		const options = { chunkSize: 1, ...pace(random) };
		const parameters = { ...UPLOAD, folder: by('path', model.folder), options };
		const ran = await this.execute('fileLibrary', parameters, items, {
			stopAfterMs: random.between(5, 400),
		});
		for (const [at, path] of paths.entries()) model.may(path, contents[at]?.sha1 ?? ABSENT);
		return { ...this.outcome('libraryFileUpload', ran, [...UPLOADS, ...SERVERS], 0), stopped: true };
	}

	private async download(count: number): Promise<Outcome> {
		const { random } = this;
		const files = this.model.certain(random, count);
		const who: Who = random.chance(0.25) ? 'fileLibraryUser' : 'fileLibrary';
		const ran = await this.execute(
			who,
			{ ...DOWNLOAD, options: pace(random) },
			files.map(({ path }) => ({ json: { path } })),
		);
		let bytes = 0;
		for (const item of ran.items.filter((each) => !isFailed(each))) {
			const file = files[sourceOf(item)];
			const found = await sha1OfBinary(item);
			bytes += Number(item.binary?.data?.bytes ?? 0);
			if (found !== file?.sha1) this.defect(`download of ${file?.path} put out ${found}, not ${file?.sha1}`);
		}
		const [id, ...paths] =
			who === 'fileLibrary'
				? ['libraryFileDownload', '/m-open/1/file/download_url', '/m-open/1/file/info']
				: ['userFileDownload', '/m-api/2/file/open', '/m-api/2/file/info', ...signInOf(who)];
		return this.outcome(id ?? '', ran, [...paths, '/download/*'], bytes);
	}

	/** Copies, renames, moves or deletes files, or reads about them. */
	private async change(change: Change, files: ReadonlyArray<{ path: string; sha1: string }>): Promise<Outcome> {
		const { model, random } = this;
		const planned = files.map(({ path, sha1 }) => ({ path, sha1, target: model.newPath() }));
		const items = planned.map(({ path, target }) => ({ json: { path, name: target.split('/').at(-1) ?? '' } }));
		const parameters = { ...change.parameters(model.folder), options: { ...change.options, ...pace(random) } };
		const ran = await this.execute('fileLibrary', parameters, items);
		const done = new Map(ran.items.filter((item) => !isFailed(item)).map((item) => [sourceOf(item), item.json]));
		for (const [at, each] of planned.entries()) {
			const json = done.get(at);
			const wrong = json && change.check?.(json, each);
			if (wrong) this.defect(`${change.id} of ${each.path}: ${wrong}`);
			for (const [path, content] of Object.entries(change.effect(each)))
				if (json) model.is(path, content);
				else model.may(path, content);
		}
		return this.outcome(change.id, ran, change.endpoints, 0);
	}

	/** Learns what became of failed changes: only what the model allows. */
	private async settle(paths: readonly string[]): Promise<Outcome> {
		const items = paths.map((path) => ({ json: { path } }));
		const parameters = { ...SETTLE.parameters(''), options: { ...SETTLE.options, ...pace(this.random) } };
		const ran = await this.execute('fileLibrary', parameters, items, { onError: 'continueRegularOutput' });
		for (const item of ran.items) {
			const path = paths[sourceOf(item)] ?? '';
			const failed = isFailed(item);
			if (failed && !/not found|no longer|does not exist/i.test(JSON.stringify(item.json))) continue;
			const found = failed ? ABSENT : String(item.json.filehash);
			if (!this.model.allowed(path).has(found)) this.defect(`${path} is ${found}: ${JSON.stringify(item)}`);
			this.model.is(path, found);
		}
		return { ...this.outcome(SETTLE.id, ran, SETTLE.endpoints, 0), failures: [] };
	}

	/** One execution of a node; stopped after a time, when one is given. */
	private async execute(
		who: Who,
		parameters: Record<string, unknown>,
		items: INodeExecutionData[],
		{ stopAfterMs, ...given }: { stopAfterMs?: number; onError?: 'continueRegularOutput' } = {},
	): Promise<Ran> {
		const drawn = this.random.chance(0.6) ? ('continueRegularOutput' as const) : ('stopWorkflow' as const);
		const onError = given.onError ?? drawn;
		const from = Date.now();
		const library = who === 'fileLibraryUser' ? { library: by('id', String(this.mountId)) } : {};
		let timer: NodeJS.Timeout | undefined;
		const ran = await this.shop.nodes.run(who, 0, { ...library, ...parameters }, items, {
			nodeProps: { onError },
			onStart: (running) => {
				if (stopAfterMs !== undefined) timer = setTimeout(() => running.cancel(), stopAfterMs);
			},
		});
		clearTimeout(timer);
		return { from, to: Date.now(), count: items.length, items: ran.items, failures: failuresIn(ran) };
	}

	private outcome(id: string, ran: Ran, endpoints: readonly string[], bytes: number): Outcome {
		const { from, to, count, failures } = ran;
		return { world: 0, id, from, to, items: count, failures, endpoints, bytes };
	}

	private defect(text: string): void {
		this.shop.tell({ type: 'defect', text });
	}
}
