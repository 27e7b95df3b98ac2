import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { type Activation, createEngine } from '../../engine/support/engine';
import { register } from '../engine';
import type { Address, Contestants, Task } from '../types';
import { nameOf, pathOf } from '../worlds';

/** A trigger's backlog: changes of a library or entries of a log; then `polls` more polls where nothing changes. */
export type Polling =
	{ readonly changes: number; readonly polls?: number } | { readonly entries: number; readonly polls?: undefined };

/** What a trigger has to work off. */
interface Backlog {
	readonly entries: number;
	/** Largest state that a poll may leave, in characters of JSON. */
	readonly stateBound: number;
	/** Whether an item is the entry of this number: a fast wrong answer does not count. */
	readonly isEntry: (item: INodeExecutionData, n: number) => boolean;
}

/** Activates a trigger with what it has saved. */
type Activate = (staticData: IDataObject) => Activation;

const SECRETS = {
	Org: { orgClientId: 'client', orgClientSecret: 'secret' },
	Enterprise: { clientId: 'client', clientSecret: 'secret' },
} as const;

async function activation(
	{ url }: Address,
	[name, credential]: readonly [node: string, credential: keyof typeof SECRETS],
	parameters: IDataObject,
): Promise<Activate> {
	const engine = await createEngine();
	const { node, type } = register(engine, name, credential);
	const data = { baseUrl: url, vendorPrefix: 'svc', allowUnauthorizedCerts: false, ...SECRETS[credential] };
	return (staticData) => engine.activate({ node, id: 'w', staticData, credentials: { [type]: data }, parameters });
}

/** Polls until nothing is left, each time from the saved state alone as after a restart; answers the last state. */
async function workOff(activate: Activate, { entries, stateBound, isEntry }: Backlog): Promise<IDataObject> {
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

/** The bounds of a state: src/features/changes/work/feed.ts, and 5,000 keys of one log (docs/triggers.md). */
const backlogOf = (polling: Polling): Backlog =>
	'changes' in polling
		? { entries: polling.changes, stateBound: 300_000, isEntry: ({ json }, n) => json.filename === nameOf(n) }
		: { entries: polling.entries, stateBound: 60_000, isEntry: ({ json }, n) => json.fullpath === pathOf(n) };

async function ours(polling: Polling, server: Address): Promise<Task> {
	const activate =
		'changes' in polling
			? await activation(server, ['FileLibraryTrigger', 'Org'], { events: ['any'], startFrom: 'beginning' })
			: await activation(server, ['FileLibraryActivityTrigger', 'Enterprise'], {
					events: ['anyInLibraries'],
					startFrom: 'beginning',
				});
	// The code is loaded by now.
	await activate({}).poll();
	const { polls } = polling;
	if (polls === undefined) return { run: async () => void (await workOff(activate, backlogOf(polling))) };
	const active = activate(await workOff(activate, backlogOf(polling)));
	const quiet = async (count: number): Promise<undefined> => {
		for (let n = 0; n < count; n++) if (await active.poll()) throw new Error('a quiet poll found something');
		return undefined;
	};
	await quiet(polls / 2);
	return { run: async () => await quiet(polls) };
}

/** The File Library Trigger and the Activity Trigger, poll by poll. */
export const contestants: Contestants<Polling> = { node: ours };
