import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { demoAuthorization } from '../../../emulator';
import type { Item } from '../../../../dev/n8n/executions';
import { MANUAL_TRIGGER, type WorkflowNode, workflowInARow } from '../../n8n/workflow';
import { report } from '../../../../dev/process/progress';
import { pause } from '../../../../dev/process/waiting';
import type { Checks } from '../checks';
import { byPath, libraryNode } from '../libraryNodes';
import { withOwnN8n } from '../../../../dev/n8n/ownN8n';
import type { PreparedN8n, TestKit } from '../../../../dev/n8n/preparedN8n';
import { type Attack, ON_API, ON_CONTENT, ON_LIST, ON_UPLOAD, SAME_PAGE } from './hostileAnswers';
import { startHostileService } from './hostileService';
import { checkSlowVisitors } from './slowVisitors';
import type { Look } from './watchedProcess';

const TYPE = 'fileLibraryOrgApi';
const FILE = 'Hostile/a.txt';
const AT_ONCE = 4;
const ENDED_MS = 120_000;

/** A limit on silence of 2 s; what is too slow is given up after 30 s. */
const options = { timeout: 2 };

type HostileNode = WorkflowNode & { readonly onError: 'continueRegularOutput' };
const node = (credential: string, name: string, parameters: object): HostileNode => ({
	...libraryNode({ credentials: { [TYPE]: credential } }, name, { ...parameters, options }),
	...{ executeOnce: true, onError: 'continueRegularOutput' },
});

/** All kinds of requests: a list, a question, a download, a change and an upload. */
const nodesFor = (credential: string): HostileNode[] => [
	node(credential, 'List', { resource: 'folder', operation: 'getMany', folder: byPath('Hostile'), returnAll: true }),
	node(credential, 'Get', { resource: 'file', operation: 'get', file: byPath(FILE) }),
	node(credential, 'Download', { resource: 'file', operation: 'download', file: byPath(FILE) }),
	node(credential, 'Create', { resource: 'folder', operation: 'create', folder: byPath('Hostile'), name: 'New' }),
	node(credential, 'Upload', {
		...{ resource: 'file', operation: 'createFromText', folder: byPath('Hostile'), conflict: 'overwrite' },
		...{ fileName: 'b.txt', text: '={{ Math.random() }}' },
	}),
];

/** Which of them meet an attack. */
const ALL = ['List', 'Get', 'Download', 'Create', 'Upload'];
const MET: ReadonlyArray<readonly [readonly Attack[], readonly string[]]> = [
	[ON_API, ALL],
	[ON_LIST, ['List']],
	[ON_CONTENT, ['Download']],
	[ON_UPLOAD, ['Upload']],
];

/** A service that answers what nobody should: each item says so, and n8n goes on. Prints turns and memory. */
export async function checkHostile(checks: Checks, kit: TestKit): Promise<void> {
	const [record, program] = ['turns.jsonl', 'watchedProcess.cjs'].map((name) => join(kit.temporary, name)) as [
		string,
		string,
	];
	buildSync({
		...{ entryPoints: [join(__dirname, 'watchedProcess.ts')], bundle: true, platform: 'node', outfile: program },
	});
	const watched = { nodeOptions: ['--require', program], settings: { WATCHED_PROCESS: record } };
	await withOwnN8n(kit, { name: 'hostile', ...watched }, async ({ prepared }) => {
		prepared.emulator.seedFile(FILE, 'content');
		report('A hostile service');
		await checkAttacks(checks, prepared, () => looksIn(record));
		await checkSlowVisitors(checks, prepared);
	});
}

const looksIn = (record: string): Look[] =>
	readFileSync(record, 'utf8')
		.trimEnd()
		.split('\n')
		.map((line) => JSON.parse(line) as Look);

async function checkAttacks(checks: Checks, prepared: PreparedN8n, looks: () => readonly Look[]): Promise<void> {
	// What n8n loads and compiles at the first time is not the service's.
	const honest = async (): Promise<void> => {
		const items = await attacked(prepared, prepared.emulator.url);
		assert.deepEqual(
			ALL.filter((name) => errorIn(items(name)) !== ''),
			[],
		);
	};
	await checks.check('an honest service: all nodes succeed', async () => {
		for (let times = 0; times < 5; times++) await honest();
	});
	const before = looks().at(-1);
	const from = Date.now();
	const meetings = MET.flatMap(([attacks, names]) => attacks.map((attack) => [attack, names] as const));
	await inParallel(meetings, async ([attack, names]) => {
		await checks.check(attack.title, async () => await checkAttack(prepared, attack, names), ENDED_MS);
	});
	await checks.check(SAME_PAGE.title, async () => await checkSamePage(prepared));
	await checks.check('n8n goes on: all nodes succeed', async () => {
		await pause(500);
		const during = looks().filter(({ at }) => at >= from);
		const longest = Math.max(...during.map(({ turnMs }) => turnMs));
		const more = (during.at(-1)?.mostMB ?? Infinity) - (before?.mostMB ?? 0);
		const memory = `${before?.mostMB.toFixed(0)} + ${more.toFixed(0)} MB`;
		report(`    longest turn ${longest.toFixed(0)} ms, most memory ${memory}`);
		await honest();
	});
}

async function checkAttack(prepared: PreparedN8n, attack: Attack, names: readonly string[]): Promise<void> {
	const service = await startHostileService(attack, prepared.emulator.url);
	try {
		const items = await attacked(prepared, service.origin);
		for (const name of names) assert.match(errorIn(items(name)), attack.message, name);
		for (const name of ALL.filter((one) => !names.includes(one))) assert.equal(errorIn(items(name)), '', name);
	} finally {
		await service.close();
	}
}

/** It ends, with what there is. */
async function checkSamePage(prepared: PreparedN8n): Promise<void> {
	const service = await startHostileService(SAME_PAGE, prepared.emulator.url);
	try {
		assert.equal((await attacked(prepared, service.origin))('List').length, 100);
	} finally {
		await service.close();
	}
}

/** Runs all nodes with a service; answers the items of each. */
async function attacked({ rest }: PreparedN8n, baseUrl: string): Promise<(node: string) => Item[]> {
	const data = { baseUrl, vendorPrefix: 'svc', allowUnauthorizedCerts: false, ...demoAuthorization };
	const credential = await rest.saveCredential(`Hostile ${baseUrl}`, TYPE, data);
	const id = await rest.saveWorkflow(workflowInARow('Hostile', [MANUAL_TRIGGER, ...nodesFor(credential)]));
	const execution = await rest.execute(id, MANUAL_TRIGGER.name, ENDED_MS);
	assert.equal(execution.status, 'success', execution.error);
	return execution.items;
}

const errorIn = ([item]: readonly Item[]): string => String(item?.json.error ?? (item ? '' : 'no item'));

/** Works on all of `values`, some at a time. */
async function inParallel<T>(values: readonly T[], work: (value: T) => Promise<void>): Promise<void> {
	const left = [...values];
	const lane = async (): Promise<void> => {
		for (let next = left.shift(); next !== undefined; next = left.shift()) await work(next);
	};
	await Promise.all(Array.from({ length: AT_ONCE }, lane));
}
