import { setTimeout as sleep } from 'node:timers/promises';
import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import type { Activation } from '../engine/support/engine';
import { failuresIn, runLane, TIMEOUT_SECONDS, type Shop } from './lane';
import type { Outcome } from './messages';
import { sha1OfBinary } from './nodes';
import type { Random } from './random';

/** A change as the ledger of the service writes it down. */
const changeKey = ({ json }: INodeExecutionData): string =>
	[
		json.hash,
		json.type === 'folder' ? '' : json.filehash,
		json.deleted === true ? '(deleted)' : String(json.fullpath),
	].join(' ');

/** An activity as the log of the service has it. */
const activityKey = ({ json }: INodeExecutionData): string =>
	[json.act, json.fullpath, Math.floor(Date.parse(String(json.time)) / 1000), json.member_id].join(' ');

/** A trigger of the soak. */
interface Watch {
	readonly node: 'fileLibraryTrigger' | 'fileLibraryActivityTrigger';
	readonly type: 'changes' | 'activities';
	readonly parameters: Record<string, unknown>;
	readonly keyOf: (item: INodeExecutionData) => string;
	readonly endpoints: readonly string[];
}

/** One trigger of the shared service, whose static data survives restarts of n8n. */
export class TriggerLane {
	private kept: IDataObject = {};
	private activation: Activation;

	constructor(
		private readonly shop: Shop,
		private readonly watch: Watch,
		private readonly random: Random,
	) {
		this.activation = this.activate();
	}

	async run(): Promise<void> {
		await runLane(this.watch.node, this.shop, async () => {
			await sleep(this.random.between(200, 1_500));
			return await this.poll();
		});
	}

	/** Polls until nothing is left; throws when a poll fails. */
	async drain(): Promise<void> {
		for (let empty = 0; empty < 3;) {
			const { failures, items } = await this.poll();
			if (failures.length > 0) throw new Error(`${this.watch.node} in calm weather: ${failures.join()}`);
			empty = items === 0 ? empty + 1 : 0;
			await sleep(100);
		}
	}

	/** One poll. What n8n saves after it is kept; after a failure n8n saves nothing. */
	async poll(): Promise<Outcome> {
		const { node, type, keyOf, endpoints } = this.watch;
		const from = Date.now();
		if (this.random.chance(0.2)) this.activation = this.activate();
		const items = await this.activation.poll().catch((error: Error) => error);
		const outcome = { world: 0, id: node, from, to: Date.now(), endpoints, bytes: 0 };
		if (items instanceof Error) {
			this.activation = this.activate();
			return { ...outcome, items: 0, failures: failuresIn({ error: items, items: [] }) };
		}
		this.kept = this.activation.staticData();
		if (items) this.shop.tell({ type, keys: items.map(keyOf) });
		await this.compareContents(items ?? []);
		return { ...outcome, items: items?.length ?? 0, failures: [] };
	}

	/** As after a restart of n8n: with what was saved last. */
	private activate(): Activation {
		return this.shop.nodes.activate(this.watch.node, 0, this.watch.parameters, this.kept);
	}

	private async compareContents(items: readonly INodeExecutionData[]): Promise<void> {
		for (const item of items.filter(({ binary }) => binary !== undefined)) {
			const found = await sha1OfBinary(item);
			if (found === item.json.filehash) continue;
			const text = `${this.watch.node} put out ${found} for ${String(item.json.fullpath)}`;
			this.shop.tell({ type: 'defect', text });
		}
	}
}

/** The trigger on changes of the whole library. */
export const CHANGES: Watch = {
	node: 'fileLibraryTrigger',
	type: 'changes',
	parameters: { events: ['any'], startFrom: 'now', options: { requestTimeout: TIMEOUT_SECONDS } },
	keyOf: changeKey,
	endpoints: ['/m-open/1/file/updates', '/m-open/1/file/updates_count', '/m-open/1/file/history'],
};

/** The trigger on activities in a library. */
export const activitiesOf = (orgId: number): Watch => ({
	node: 'fileLibraryActivityTrigger',
	type: 'activities',
	parameters: {
		events: ['anyInLibraries'],
		startFrom: 'now',
		libraries: { rows: [{ library: { __rl: true, mode: 'id', value: String(orgId) } }] },
		options: { requestTimeout: TIMEOUT_SECONDS },
	},
	keyOf: activityKey,
	endpoints: ['/m-open/1/org/log', '/m-open/1/ent/log', '/m-open/1/org/ls'],
});
