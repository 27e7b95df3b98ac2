import type { INodeExecutionData } from 'n8n-workflow';
import { demoEnterprise } from '../../emulator';
import type { Address, Contestants, Task } from '../types';
import { type ActivityWorld, pathOf } from '../worlds';
import { startTrigger, workOff } from './trigger';

/** A log that the trigger works off. */
export type Activity = Pick<ActivityWorld, 'entries'>;

/** Largest state that a poll may leave, in characters of JSON: 5,000 keys of one log (docs/triggers.md). */
const STATE_BOUND = 60_000;

async function ours({ entries }: Activity, server: Address): Promise<Task> {
	const node = ['FileLibraryActivityTrigger', 'Enterprise'] as const;
	const form = { events: ['anyInLibraries'], startFrom: 'beginning' };
	const activate = await startTrigger(server, node, demoEnterprise, form);
	// The code is loaded by now.
	await activate({}).poll();
	const backlog = {
		entries,
		stateBound: STATE_BOUND,
		isEntry: ({ json }: INodeExecutionData, n: number) => json.fullpath === pathOf(n),
	};
	return { run: async () => void (await workOff(activate, backlog)) };
}

/** The File Library Activity Trigger, poll by poll. */
export const contestants: Contestants<Activity> = { node: ours };
