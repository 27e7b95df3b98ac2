import { FileLibraryEnterpriseApi } from '../../../credentials/FileLibraryEnterpriseApi.credentials';
import { FileLibrary } from '../../../nodes/FileLibrary/FileLibrary.node';
import { startEmulator, type Emulator, type EmulatorOptions } from '../../emulator';
import type { RunResult, RunSetup } from '../support/engine';
import { by, on, startLibrary, type Library } from '../support/library';

type Json = Record<string, unknown>;
type Named = 'open' | 'locked' | 'week' | 'month';
/** The codes of four links. */
export type Links = Readonly<Record<Named, string>>;

const DAY_MS = 86_400_000;
const inDays = (days: number) => ({ expires: 'time', deadline: new Date(Date.now() + days * DAY_MS).toISOString() });

/** A library with links in an emulator of its own, and the operations that the tests run on it. */
export class LinkLibrary {
	private constructor(
		readonly emulator: Emulator,
		private readonly library: Library,
	) {}

	static async start(options: Partial<EmulatorOptions> = {}): Promise<LinkLibrary> {
		const emulator = await startEmulator(options);
		const library = await startLibrary({ url: emulator.url, ...emulator.library });
		const connection = { baseUrl: emulator.url, vendorPrefix: 'svc', allowUnauthorizedCerts: false };
		library.engine.register(new FileLibrary(), new FileLibraryEnterpriseApi());
		library.credentials.fileLibraryEnterpriseApi = { ...connection, ...emulator.enterprise };
		for (const path of ['Offers/a.pdf', 'Offers/b.xlsx', 'Plan.xlsx']) emulator.seedFile(path, path);
		return new LinkLibrary(emulator, library);
	}

	async share(path: string, options: object = {}, more: object = {}): Promise<string> {
		const create = on('link', 'create', { file: by('path', path), options, ...more });
		const { items, error } = await this.library.run(create);
		expect(error).toBeUndefined();
		return String(items[0]?.json.code);
	}

	/** Four links: for ever and open, for ever with a password, for 5 days, for 30 days with a password. */
	async shareAll(): Promise<Links> {
		return {
			open: await this.share('Offers/a.pdf', {}, { expires: 'never', auth: 'download' }),
			locked: await this.share('Offers/b.xlsx', { password: 'secret' }, { expires: 'never', auth: 'upload' }),
			week: await this.share('Plan.xlsx', {}, inDays(5)),
			month: await this.share('Offers', { password: 'secret' }, inDays(30)),
		};
	}

	async getMany(filters: object, more: object = {}): Promise<RunResult> {
		return await this.library.run(on('link', 'getMany', { returnAll: true, filters, ...more }));
	}

	/** Parameters that use the credential of the enterprise. */
	get enterprise(): Json {
		return { authentication: 'enterprise', library: by('id', String(this.emulator.library.orgId)) };
	}

	async move(path: string, to: string): Promise<void> {
		const [folder = '', newName = ''] = to.split('/');
		const destinationFolder = by('path', folder);
		const move = on('file', 'move', { file: by('path', path), destinationFolder, newName });
		expect((await this.library.run(move)).error).toBeUndefined();
	}

	/** The log begins after its first link. */
	forgetFirstLink(): void {
		const { libraries, library } = this.emulator;
		const log = libraries.get(library.mountId)?.log ?? [];
		log.splice(0, log.findIndex(({ act }) => act === 1014) + 1);
	}

	async closeMany(parameters: object, more: Partial<RunSetup> = {}): Promise<RunResult> {
		return await this.library.run(on('link', 'closeMany', { ...parameters }), undefined, more);
	}

	async openCodes(): Promise<unknown[]> {
		return (await this.getMany({})).items.map(({ json }) => json.code);
	}

	/** The last parts of the addresses of all requests since the one with this number. */
	sentSince(from: number): unknown[] {
		return this.emulator.requests.slice(from).map(({ path }) => path.split('/').at(-1));
	}
}

/** The names of the links that items are about. */
export const namesOf = (links: Links, items: ReadonlyArray<{ json: Json }>): unknown[] =>
	items.map(({ json }) => Object.entries(links).find(([, code]) => code === json.code)?.[0]);

/** What n8n shows beside the items. */
export const hintsOf = ({ run }: RunResult): string[] =>
	(run?.data.resultData.runData.N?.at(-1)?.hints ?? []).map(({ message }) => message);
