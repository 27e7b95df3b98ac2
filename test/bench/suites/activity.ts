import type { ICredentialType, IDataObject, INodeType } from 'n8n-workflow';
import { demoEnterprise } from '../../emulator';
import { createEngine, type Activation } from '../../engine/support/engine';
import { pathOf, type ActivityWorld } from '../activityWorld';
import { shipped } from '../engine';
import type { Address, Contestants, Task } from '../types';

/** A log that the trigger works off. */
export type Activity = Pick<ActivityWorld, 'entries'>;

/** Largest state that a poll may leave, in characters of JSON: 5,000 keys of one log (docs/activity-trigger.md). */
const STATE_BOUND = 60_000;

type Activate = (staticData: IDataObject) => Activation;

async function trigger({ url }: Address): Promise<Activate> {
	const engine = await createEngine();
	const type = shipped<ICredentialType>('credentials/FileLibraryEnterpriseApi.credentials.js');
	const file = 'nodes/FileLibraryActivityTrigger/FileLibraryActivityTrigger.node.js';
	const node = engine.register(shipped<INodeType>(file), type);
	const data = { baseUrl: url, vendorPrefix: 'svc', allowUnauthorizedCerts: false, ...demoEnterprise };
	return (staticData) =>
		engine.activate({
			...{ node, id: 'w', staticData },
			credentials: { [type.name]: data },
			parameters: { events: ['anyInLibraries'], startFrom: 'beginning' },
		});
}

/** Polls once, from the saved state alone, as after a restart. Answers the state after it, and how many items came. */
async function pollOnce(activate: Activate, state: IDataObject, done: number): Promise<[IDataObject, number]> {
	const active = activate(state);
	const items = (await active.poll()) ?? [];
	const saved = JSON.stringify(active.staticData());
	if (saved.length > STATE_BOUND) throw new Error(`the state has ${saved.length} characters`);
	const wrong = items.findIndex(({ json }, at) => json.fullpath !== pathOf(done + at));
	if (wrong >= 0) throw new Error(`item ${done + wrong} is ${JSON.stringify(items[wrong]?.json)}`);
	return [JSON.parse(saved) as IDataObject, items.length];
}

async function ours({ entries }: Activity, server: Address): Promise<Task> {
	const activate = await trigger(server);
	// The code is loaded by now.
	await activate({}).poll();
	return {
		run: async () => {
			let [state, done]: [IDataObject, number] = [{}, 0];
			for (let count = -1; count !== 0; done += count) [state, count] = await pollOnce(activate, state, done);
			if (done !== entries) throw new Error(`${done} of ${entries} entries`);
			return undefined;
		},
	};
}

/** The File Library Activity Trigger, poll by poll. */
export const contestants: Contestants<Activity> = { node: ours };
