import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CREDENTIAL_NAME } from './process/emulatorProcess';
import type { Execution, RestClient } from './n8n/restClient';

/** Name of the sample's trigger node. */
export const SAMPLE_TRIGGER = 'Start';

/** A workflow file of `workflows/` as it is in n8n. */
export interface Imported {
	readonly file: string;
	readonly id: string;
	readonly name: string;
}

interface WorkflowFile {
	name: string;
	nodes: Array<{ name: string; credentials?: Record<string, { id: string; name: string }> }>;
}

/** What the sample's last node puts out. */
export interface SampleResult {
	name: string;
	size: number;
	chunks: number;
	sha1Original: string;
	sha1Downloaded: string;
	sha1Equal: boolean;
	entriesInFolder: number;
	link: string;
	seconds: number;
}

const FOLDER = join(__dirname, 'workflows');

/**
 * Imports all sample workflows with `credentialId` filled in. A workflow that was imported before is left as the person
 * may have changed it, unless its file here has changed since; `memory` is the file that remembers this.
 */
export async function importSamples(rest: RestClient, credentialId: string, memory: string): Promise<Imported[]> {
	const before = existsSync(memory) ? (JSON.parse(readFileSync(memory, 'utf8')) as Record<string, string>) : {};
	const known = await rest.call<Array<{ id: string; name: string }>>('GET', '/rest/workflows');
	const imported: Imported[] = [];
	for (const file of readdirSync(FOLDER)
		.filter((name) => name.endsWith('.json'))
		.sort()) {
		const text = readFileSync(join(FOLDER, file), 'utf8');
		const hash = createHash('sha256').update(text).update(credentialId).digest('hex');
		const workflow = withCredential(JSON.parse(text) as WorkflowFile, credentialId);
		const stored = known.find(({ name }) => name === workflow.name);
		const id = stored && before[file] === hash ? stored.id : await save(rest, workflow, stored?.id);
		before[file] = hash;
		imported.push({ file, id, name: workflow.name });
	}
	writeFileSync(memory, JSON.stringify(before));
	return imported;
}

function sampleOf(imported: readonly Imported[], name: string): Imported {
	const found = imported.find(({ file }) => file === name);
	if (!found) throw new Error(`test/host/workflows/${name} is missing`);
	return found;
}

/** The one workflow that the first run executes. */
export const firstFile = (imported: readonly Imported[]): Imported => sampleOf(imported, 'first-file.json');

/** The workflow that serves a preview page, and the path of the page. */
export const previewSample = (imported: readonly Imported[]): Imported => sampleOf(imported, 'preview-page.json');
export const PREVIEW_PATH = '/webhook/preview-demo';

/** What the sample found out. Throws with the failing node and its message when it did not get to its end. */
export function sampleResult(execution: Execution): SampleResult {
	if (execution.status !== 'success') {
		throw new Error(`The sample workflow ended with "${execution.status}": ${execution.error || 'no message'}`);
	}
	const [item] = execution.items('Compare both');
	if (!item) throw new Error('The sample workflow put out nothing');
	return item.json as unknown as SampleResult;
}

async function save(rest: RestClient, workflow: WorkflowFile, id?: string): Promise<string> {
	if (!id) return (await rest.call<{ id: string }>('POST', '/rest/workflows', workflow)).id;
	const { versionId } = await rest.call<{ versionId: string }>('GET', `/rest/workflows/${id}`);
	await rest.call('PATCH', `/rest/workflows/${id}`, { ...workflow, versionId });
	return id;
}

function withCredential(workflow: WorkflowFile, id: string): WorkflowFile {
	for (const { credentials } of workflow.nodes) {
		for (const credential of Object.values(credentials ?? {}))
			Object.assign(credential, { id, name: CREDENTIAL_NAME });
	}
	return workflow;
}
