import { checkActivity } from './checks/activity/activityChecks';
import { checkAgent } from './checks/agent/agentChecks';
import type { Checks } from './checks/checks';
import { checkDev } from './checks/devChecks';
import { DOCUMENTED_IMAGES, checkEditor } from './checks/editorChecks';
import type { PreparedN8n, TestKit } from './checks/preparedN8n';
import { checkNetwork } from './checks/network/networkChecks';
import { checkPreview } from './checks/preview/previewChecks';
import { checkQueueMode } from './checks/queue/queueChecks';
import { checkReading, READING_PICTURES } from './checks/reading/readingChecks';
import { SAMPLE_PICTURES } from './checks/samples/pictures';
import { checkSamples } from './checks/samples/sampleChecks';
import { checkSecrets } from './checks/secrets/secretsChecks';
import { checkServer } from './checks/serverChecks';
import { checkOnePoll } from './checks/trigger/onePoll';
import { checkTrigger } from './checks/trigger/triggerChecks';
import type { GroupNames } from './options';

/* The groups of checks. A new group is one line in one of the two tables. */

/** Checks in the n8n that several groups share. Pictures go to the folder `images`. */
interface SharedGroup {
	readonly title: string;
	readonly check: (checks: Checks, prepared: PreparedN8n, images: string, kit: TestKit) => Promise<void>;
	/** Files in `images` that --update-images takes into docs/images. */
	readonly pictures?: readonly string[];
}

/** Checks that start an n8n of their own. */
interface OwnGroup {
	readonly title: string;
	readonly check: (checks: Checks, kit: TestKit) => Promise<void>;
	readonly pictures?: readonly string[];
}

/** Those that share one n8n, in the order in which they run. */
export const SHARED_GROUPS: Readonly<Record<string, SharedGroup>> = {
	server: { title: 'The package in a running n8n', check: checkServer },
	agent: { title: 'The nodes as tools of an AI agent', check: checkAgent },
	editor: { title: 'The node in the editor', check: checkEditor, pictures: DOCUMENTED_IMAGES },
	samples: { title: 'The samples', check: checkSamples, pictures: Object.keys(SAMPLE_PICTURES) },
	preview: { title: 'The pages of the Preview Trigger', check: checkPreview },
	poll: { title: 'The trigger, from one poll to the next', check: checkOnePoll },
};

/** Those that start their own; the groups of one line run at the same time, the lines one after another. */
export const OWN_GROUPS: ReadonlyArray<Readonly<Record<string, OwnGroup>>> = [
	{ reading: { title: 'reading', check: checkReading, pictures: READING_PICTURES } },
	// Most of their time both wait for n8n's next poll, which comes once a minute.
	{
		trigger: { title: 'the trigger', check: checkTrigger },
		activity: { title: 'activities', check: checkActivity },
	},
	{ dev: { title: 'npm run dev', check: checkDev } },
	{ queue: { title: 'queue mode', check: checkQueueMode } },
	{ network: { title: 'the network', check: checkNetwork } },
	{ secrets: { title: 'secrets', check: checkSecrets } },
];

const all = [SHARED_GROUPS, ...OWN_GROUPS].flatMap((groups) => Object.keys(groups));

/** The names of all groups, and which of them run when none is named. */
export const GROUPS: GroupNames = {
	all,
	// `trigger` contains the poll.
	full: all.filter((name) => name !== 'poll'),
	// What shows within three minutes whether the package works in this n8n; none kills it.
	short: ['server', 'agent', 'samples', 'poll'],
};
