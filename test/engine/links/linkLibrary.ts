import type { EmulatorOptions } from '../../emulator';
import type { RunResult, RunSetup } from '../support/engine';
import { by, on } from '../support/library';
import { EmulatedLibrary } from '../support/world';

type Json = Record<string, unknown>;
type Named = 'open' | 'locked' | 'week' | 'month';
/** The codes of four links. */
export type Links = Readonly<Record<Named, string>>;

const DAY_MS = 86_400_000;
const inDays = (days: number) => ({ expires: 'time', deadline: new Date(Date.now() + days * DAY_MS).toISOString() });

/** A library with links in an emulator of its own, and the operations that the tests run on it. */
export class LinkLibrary extends EmulatedLibrary {
	override async open(options: Partial<EmulatorOptions> = {}): Promise<void> {
		await super.open(options);
		for (const path of ['Offers/a.pdf', 'Offers/b.xlsx', 'Plan.xlsx']) this.emulator.seedFile(path, path);
	}

	async share(path: string, options: object = {}, more: object = {}): Promise<string> {
		const create = on('link', 'create', { file: by('path', path), options, ...more });
		const { items, error } = await this.run(create);
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
		return await this.run(on('link', 'getMany', { returnAll: true, filters, ...more }));
	}

	/** Parameters that use the credential of the enterprise. */
	get enterprise(): Json {
		return { authentication: 'enterprise', library: by('id', String(this.emulator.library.orgId)) };
	}

	async move(path: string, to: string): Promise<void> {
		const [folder = '', newName = ''] = to.split('/');
		const destinationFolder = by('path', folder);
		const move = on('file', 'move', { file: by('path', path), destinationFolder, newName });
		expect((await this.run(move)).error).toBeUndefined();
	}

	/** The log begins after its first link. */
	forgetFirstLink(): void {
		const { log } = this.libraryAt();
		log.splice(0, log.findIndex(({ act }) => act === 1014) + 1);
	}

	async closeMany(parameters: object, more: Partial<RunSetup> = {}): Promise<RunResult> {
		return await this.run(on('link', 'closeMany', { ...parameters }), undefined, more);
	}

	async openCodes(): Promise<unknown[]> {
		return (await this.getMany({})).items.map(({ json }) => json.code);
	}

	/** The last parts of the addresses of all requests since the one with this number. */
	sentSince(from: number): unknown[] {
		return this.lastParts().slice(from);
	}
}

/** The names of the links that items are about. */
export const namesOf = (links: Links, items: ReadonlyArray<{ json: Json }>): unknown[] =>
	items.map(({ json }) => Object.entries(links).find(([, code]) => code === json.code)?.[0]);
