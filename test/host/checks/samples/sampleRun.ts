import assert from 'node:assert/strict';
import type { Execution, Item } from '../../../../dev/n8n/executions';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import type { CaughtMail } from '../../../../dev/process/mailCatcher';
import { sampleOf } from '../../../../dev/workflows/sampleWorkflows';

const RUN_MS = 100_000;

/** What is promised of a sample, and the check of it. */
export type SampleRow = readonly [promise: string, check: (prepared: PreparedN8n) => Promise<void>];

/** Executes a sample from one of its triggers. Throws the failed node and its message. */
export async function runSample({ rest, samples }: PreparedN8n, file: string, trigger: string): Promise<Execution> {
	const execution = await rest.execute(sampleOf(samples, file).id, trigger, RUN_MS);
	assert.equal(execution.status, 'success', execution.error);
	return execution;
}

/** A stored workflow, as far as it is copied. */
export interface StoredWorkflow {
	readonly name: string;
	readonly nodes: ReadonlyArray<{ readonly name: string; readonly type: string; readonly parameters: object }>;
	readonly connections: Readonly<Record<string, object>>;
	readonly settings: object;
	readonly pinData: object;
}

/** A sample as n8n has it, with the credentials of this n8n. */
export async function storedSample({ rest, samples }: PreparedN8n, file: string): Promise<StoredWorkflow> {
	const path = `/rest/workflows/${sampleOf(samples, file).id}`;
	const { name, nodes, connections, settings, pinData } = await rest.call<StoredWorkflow>('GET', path);
	return { name, nodes, connections, settings, pinData };
}

type Changes = ReadonlyArray<readonly [from: string, to: string]>;

/** Stores a copy of a sample in which texts of its JSON were replaced, as its note says; returns its id. */
export async function saveChanged(prepared: PreparedN8n, file: string, changes: Changes): Promise<string> {
	const { name, ...sample } = await storedSample(prepared, file);
	const changed = changes.reduce((text, [from, to]) => {
		assert.ok(text.includes(from), `${file} has no ${from}`);
		return text.replaceAll(from, to);
	}, JSON.stringify(sample));
	return await prepared.rest.saveWorkflow({ name: `${name} (tried)`, ...(JSON.parse(changed) as object) });
}

/** Executes a copy of a sample that was changed in this way. */
export async function runChanged(
	prepared: PreparedN8n,
	file: string,
	trigger: string,
	changes: Changes,
): Promise<Execution> {
	const execution = await prepared.rest.execute(await saveChanged(prepared, file, changes), trigger, RUN_MS);
	assert.equal(execution.status, 'success', execution.error);
	return execution;
}

/** One field of all items of a node. */
export const column = (execution: Execution, node: string, field: string): unknown[] =>
	execution.items(node).map(({ json }: Item) => json[field]);

/** The first address in the text of a mail. Throws when there is none. */
export function addressIn(text: string): string {
	const [address] = /https?:\/\/\S+/.exec(text) ?? [];
	if (address === undefined) throw new Error(`No address in: ${text}`);
	return address;
}

/** Approves in a waiting execution's mail, `html`, and answers it once finished. Throws the failed node and message. */
export async function approve(prepared: PreparedN8n, id: string, html: string): Promise<Execution> {
	await decide(prepared, id, html, true);
	const execution = await prepared.rest.finished(id, 60_000);
	assert.equal(execution.status, 'success', execution.error);
	return execution;
}

/** Approves or declines what a waiting execution asks for, as a person does who opens the link in its mail. */
export async function decide({ rest }: PreparedN8n, id: string, html: string, approved: boolean): Promise<void> {
	// n8n stores the waiting execution after the mail was sent.
	await rest.waiting(id, 60_000);
	const [, address = ''] = new RegExp(`href="([^"]*approved=${String(approved)}[^"]*)"`).exec(html) ?? [];
	await open(address.replaceAll('&amp;', '&'));
}

/** n8n answers a page with a button to programs that look like mail scanners. */
async function open(address: string): Promise<void> {
	const answer = await fetch(address, { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' } });
	assert.equal(answer.status, 200);
}

const BUTTON = /<a [^>]*href="(?:https?|mailto):[^"]+"[^>]*style="[^"]*background/;
const visible = (html: string): string => html.replaceAll(/<[^>]*>/g, ' ');
/** Every word that nobody wants to read in a mail. */
const RAW = /\b(?:undefined|null|NaN)\b|\[object|\d{4}-\d\d-\d\dT\d\d:|\{\{|\b0\.0 [kMG]B/;

/** What a person would not send like this: every mail of the samples is read by somebody. */
export function problemsOf({ subject, text, html }: CaughtMail): string[] {
	const read = visible(html);
	const found = [
		subject === '' || subject.length > 78 ? 'the subject is empty or long' : '',
		/Hello(?: [^,]+)?,/.test(text) && /Hello(?: [^,]+)?,/.test(read) ? '' : 'it greets nobody',
		BUTTON.test(html) || text.includes('not needed any more') ? '' : 'it has no button',
		/\S{150}/.test(read) ? 'a bare address fills its lines' : '',
		RAW.exec(`${subject}\n${text.replaceAll(/https?:\S+/g, '')}\n${read}`)?.[0] ?? '',
	];
	return found.filter((problem) => problem !== '');
}
