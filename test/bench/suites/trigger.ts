import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { type Activation, createEngine } from '../../engine/support/engine';
import { register } from '../engine';
import type { Address, Contestants, Task } from '../types';
import { type FeedWorld, nameOf } from '../worlds';

/** A backlog that the trigger works off; with `polls` so many polls of a library where nothing changes after it. */
export interface Polling extends Pick<FeedWorld, 'changes'> {
	readonly polls?: number;
}

/** Largest state that a poll may leave, in characters of JSON (src/features/changes/work/feed.ts). */
const STATE_BOUND = 300_000;

/** Activates a trigger with what it has saved. */
export type Activate = (staticData: IDataObject) => Activation;

/** A polling trigger with such a form, and what its credential contains beside the address. */
export async function startTrigger(
	{ url }: Address,
	[name, credential]: readonly [node: string, credential: string],
	identity: Readonly<Record<string, string>>,
	parameters: IDataObject,
): Promise<Activate> {
	const engine = await createEngine();
	const { node, type } = register(engine, name, credential);
	const data = { baseUrl: url, vendorPrefix: 'svc', allowUnauthorizedCerts: false, ...identity };
	return (staticData) => engine.activate({ node, id: 'w', staticData, credentials: { [type]: data }, parameters });
}

/** The trigger on changes with such a form. */
export const trigger = async (
	server: Address,
	parameters: IDataObject = { events: ['any'], startFrom: 'beginning' },
): Promise<Activate> => {
	const identity = { orgClientId: 'client', orgClientSecret: 'secret' };
	return await startTrigger(server, ['FileLibraryTrigger', 'Org'], identity, parameters);
};

/** A backlog that a trigger works off. */
interface Backlog {
	readonly entries: number;
	/** Largest state that a poll may leave, in characters of JSON. */
	readonly stateBound: number;
	/** Whether an item is the entry of this number: a fast wrong answer does not count. */
	readonly isEntry: (item: INodeExecutionData, n: number) => boolean;
}

/**
 * Polls until nothing is left, each time from the saved state alone, as after a restart; no items are kept. Answers the
 * last state.
 */
export async function workOff(activate: Activate, { entries, stateBound, isEntry }: Backlog): Promise<IDataObject> {
	let state: IDataObject = {};
	for (let done = 0; ;) {
		const active = activate(state);
		const items = (await active.poll()) ?? [];
		const saved = JSON.stringify(active.staticData());
		if (saved.length > stateBound) throw new Error(`the state has ${saved.length} characters`);
		const first = done;
		const wrong = items.findIndex((item, at) => !isEntry(item, first + at));
		if (wrong >= 0) throw new Error(`item ${first + wrong} is ${JSON.stringify(items[wrong]?.json)}`);
		done += items.length;
		state = JSON.parse(saved) as IDataObject;
		if (items.length > 0) continue;
		if (done !== entries) throw new Error(`${done} of ${entries} entries`);
		return state;
	}
}

async function ours({ changes, polls }: Polling, server: Address): Promise<Task> {
	const activate = await trigger(server);
	// The code is loaded by now.
	await activate({}).poll();
	const isEntry: Backlog['isEntry'] = ({ json }, n) => json.filename === nameOf(n);
	const backlog = { entries: changes, stateBound: STATE_BOUND, isEntry };
	if (polls === undefined) return { run: async () => void (await workOff(activate, backlog)) };
	const active = activate(await workOff(activate, backlog));
	const quiet = async (count: number): Promise<undefined> => {
		for (let n = 0; n < count; n++) if (await active.poll()) throw new Error('a quiet poll found something');
		return undefined;
	};
	await quiet(polls / 2);
	return { run: async () => await quiet(polls) };
}

/** The File Library Trigger, poll by poll. */
export const contestants: Contestants<Polling> = { node: ours };
