import type { ICredentialType, IDataObject, INodeExecutionData, INodeType } from 'n8n-workflow';
import { createEngine, type Activation } from '../../engine/support/engine';
import { shipped } from '../engine';
import { nameOf, type FeedWorld } from '../feedWorld';
import type { Address, Contestants, Task } from '../types';

/** A backlog that the trigger works off; with `polls` so many polls of a library where nothing changes after it. */
export interface Polling extends Pick<FeedWorld, 'changes'> {
	readonly polls?: number;
}

/** Largest state that a poll may leave, in characters of JSON (src/client/feed/state.ts). */
const STATE_BOUND = 300_000;

type Activate = (staticData: IDataObject) => Activation;

/** The trigger with such a form. */
export async function trigger(
	{ url }: Address,
	parameters: IDataObject = { events: ['any'], startFrom: 'beginning' },
): Promise<Activate> {
	const engine = await createEngine();
	const type = shipped<ICredentialType>('credentials/FileLibraryOrgApi.credentials.js');
	const node = engine.register(shipped<INodeType>('nodes/FileLibraryTrigger/FileLibraryTrigger.node.js'), type);
	const connection = { baseUrl: url, vendorPrefix: 'svc', allowUnauthorizedCerts: false };
	const data = { ...connection, orgClientId: 'client', orgClientSecret: 'secret' };
	return (staticData) =>
		engine.activate({
			...{ node, id: 'w', staticData },
			credentials: { [type.name]: data },
			parameters,
		});
}

/** Throws unless the items are the changes from number `first` on: a fast wrong answer does not count. */
function check(items: readonly INodeExecutionData[], first: number): void {
	const wrong = items.findIndex(({ json }, at) => json.filename !== nameOf(first + at));
	if (wrong >= 0) throw new Error(`item ${first + wrong} is ${JSON.stringify(items[wrong]?.json)}`);
}

/** Polls once, from the saved state alone, as after a restart. Answers the state after it, and how many items came. */
async function pollOnce(activate: Activate, state: IDataObject, done: number): Promise<[IDataObject, number]> {
	const active = activate(state);
	const items = (await active.poll()) ?? [];
	const saved = JSON.stringify(active.staticData());
	if (saved.length > STATE_BOUND) throw new Error(`the state has ${saved.length} characters`);
	check(items, done);
	return [JSON.parse(saved) as IDataObject, items.length];
}

/** Polls until nothing is left; no items are kept. Answers the last state. */
async function workOff(activate: Activate, changes: number): Promise<IDataObject> {
	let state: IDataObject = {};
	for (let done = 0; ;) {
		const [after, count] = await pollOnce(activate, state, done);
		done += count;
		if (done > changes || (count === 0 && done < changes)) throw new Error(`${done} of ${changes} changes`);
		if (count === 0) return after;
		state = after;
	}
}

async function ours({ changes, polls }: Polling, server: Address): Promise<Task> {
	const activate = await trigger(server);
	// The code is loaded by now.
	await activate({}).poll();
	if (polls === undefined) return { run: async () => void (await workOff(activate, changes)) };
	const active = activate(await workOff(activate, changes));
	const quiet = async (count: number): Promise<undefined> => {
		for (let n = 0; n < count; n++) if (await active.poll()) throw new Error('a quiet poll found something');
		return undefined;
	};
	await quiet(polls / 2);
	return { run: async () => await quiet(polls) };
}

/** The File Library Trigger, poll by poll. */
export const contestants: Contestants<Polling> = { node: ours };
