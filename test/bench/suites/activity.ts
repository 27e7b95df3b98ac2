import type { ICredentialType, INodeExecutionData, INodeType } from 'n8n-workflow';
import { demoEnterprise } from '../../emulator';
import { createEngine } from '../../engine/support/engine';
import { pathOf, type ActivityWorld } from '../activityWorld';
import { shipped } from '../engine';
import type { Address, Contestants, Task } from '../types';
import { type Activate, workOff } from './trigger';

/** A log that the trigger works off. */
export type Activity = Pick<ActivityWorld, 'entries'>;

/** Largest state that a poll may leave, in characters of JSON: 5,000 keys of one log (docs/activity-trigger.md). */
const STATE_BOUND = 60_000;

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

async function ours({ entries }: Activity, server: Address): Promise<Task> {
	const activate = await trigger(server);
	// The code is loaded by now.
	await activate({}).poll();
	const backlog = {
		...{ entries, stateBound: STATE_BOUND },
		isEntry: ({ json }: INodeExecutionData, n: number) => json.fullpath === pathOf(n),
	};
	return { run: async () => void (await workOff(activate, backlog)) };
}

/** The File Library Activity Trigger, poll by poll. */
export const contestants: Contestants<Activity> = { node: ours };
