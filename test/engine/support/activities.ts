import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { FileLibraryEnterpriseApi } from '../../../credentials/FileLibraryEnterpriseApi.credentials';
import { FileLibraryActivityTrigger } from '../../../nodes/FileLibraryActivityTrigger/FileLibraryActivityTrigger.node';
import { type EmulatorOptions, ManualClock } from '../../emulator';
import { EnterpriseTestClient } from '../../emulatorTests/enterpriseTestClient';
import type { CredentialData } from './credentialsHelper';
import { type Activation, createEngine, type Engine } from './engine';

/** A line for a library log. */
interface Line {
	readonly path: string;
	readonly act?: number;
	readonly member?: number;
	/** How many seconds before the clock of the emulator it is dated. */
	readonly ago?: number;
	readonly folder?: boolean;
	readonly mountId?: number | undefined;
}

/** The activity trigger in the real engine, beside an emulator whose clock moves only when a test advances it. */
export class Activities {
	private number = 0;
	engine!: Engine;
	client!: EnterpriseTestClient;
	clock!: ManualClock;
	private name = '';

	/** A new emulator for a test; the engine may be shared by the tests of a file. */
	static async start(engine: Engine, options: Partial<EmulatorOptions> = {}): Promise<Activities> {
		const started = new Activities();
		await started.open(engine, options);
		return started;
	}

	static async engine(): Promise<Engine> {
		return await createEngine();
	}

	async open(engine: Engine, options: Partial<EmulatorOptions> = {}): Promise<void> {
		this.engine = engine;
		this.number = 0;
		this.clock = new ManualClock();
		this.name = engine.register(new FileLibraryActivityTrigger(), new FileLibraryEnterpriseApi());
		this.client = await EnterpriseTestClient.start({ clock: this.clock, ...options });
	}

	get credentials(): CredentialData {
		const { url: baseUrl, enterprise } = this.client.emulator;
		return {
			fileLibraryEnterpriseApi: { baseUrl, vendorPrefix: 'svc', allowUnauthorizedCerts: false, ...enterprise },
		};
	}

	/** A workflow with this trigger, not polled yet; a new one without `id`. */
	activate(
		parameters: Record<string, unknown> = {},
		more: { id?: string; staticData?: IDataObject; credentials?: CredentialData } = {},
	): Activation {
		const { id = `w${++this.number}`, credentials = this.credentials, staticData = {} } = more;
		return this.engine.activate({
			node: this.name,
			id,
			staticData,
			credentials,
			parameters: { events: ['anyInLibraries'], startFrom: 'now', ...parameters },
		});
	}

	/** Writes a line to a library log: a download of the demo library by its owner unless it says otherwise. */
	write({ path, act = 20, member = 101, ago = 0, folder = false, mountId }: Line): void {
		const { emulator } = this.client;
		const library = emulator.libraries.get(mountId ?? emulator.library.mountId);
		if (!library) throw new Error('no such library');
		library.log.push({
			act,
			hash: `hash of ${path}`,
			dir: folder,
			filehash: folder ? '' : 'f',
			filesize: folder ? 0 : 5,
			fullpath: path,
			actor: { id: member, name: `Member ${member}` },
			atMs: this.clock.now() - ago * 1000,
		});
	}

	/** Writes a line to the management log. */
	manage(type: number, content: string, admin = 'Ann', ago = 0): void {
		this.enterprise?.note(type, admin, content, this.clock.now() - ago * 1000);
	}

	/** The account of a member. */
	account(member: number): string {
		return this.enterprise?.directory.members.get(member)?.account ?? '';
	}

	private get enterprise() {
		return [...this.client.emulator.world.enterprises.values()][0];
	}

	async close(): Promise<void> {
		await this.client.close();
	}
}

/** Library rows of the form. */
export const libraryRows = (...ids: number[]) => ({
	rows: ids.map((id) => ({ library: { __rl: true, mode: 'id', value: String(id) } })),
});
/** Member rows of the form. */
export const memberRows = (mode: string, ...values: string[]) => ({
	rows: values.map((value) => ({ member: { __rl: true, mode, value } })),
});

/** Items in words, e.g. `downloaded a.txt`. */
export const activities = (items: INodeExecutionData[] | null): string[] =>
	(items ?? []).map(({ json: { event, fullpath, content, org_id: library } }) =>
		[event, event === 'unreadable' ? library : (fullpath ?? content)].join(' '),
	);
