import type { INodeExecutionData } from 'n8n-workflow';
import type { EmulatorOptions } from '../../emulator';
import { EnterpriseTestClient } from '../../emulatorTests/testClient';
import { Polling } from './triggers';
import { triggerNodes } from '../../contract/actionNodes';

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

/** File Library Activity Trigger. */
export class Activities extends Polling<EnterpriseTestClient> {
	constructor() {
		const startClient = async (options: Partial<EmulatorOptions>) => await EnterpriseTestClient.start(options);
		super(triggerNodes.fileLibraryActivityTrigger, startClient, { events: ['anyInLibraries'] });
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

	/** What a form reports of everything that `write` writes after its activation. */
	async found(parameters: Record<string, unknown>, write: () => void): Promise<string[]> {
		const trigger = await this.started(parameters);
		write();
		return activities(await trigger.poll());
	}

	private get enterprise() {
		return [...this.client.emulator.world.enterprises.values()][0];
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
