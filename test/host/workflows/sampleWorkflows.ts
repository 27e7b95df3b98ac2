import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CREDENTIAL_NAME } from '../n8n/demoCredentials';
import type { RestClient } from '../n8n/restClient';

/** The path of the page that the sample `preview-page.json` serves. */
export const PREVIEW_PATH = '/webhook/preview-demo';

/** A workflow file of this folder that was imported into n8n. */
export interface ImportedSample {
	readonly file: string;
	readonly id: string;
	readonly name: string;
}

interface WorkflowFile {
	name: string;
	nodes: Array<{ name: string; credentials?: Record<string, { id: string; name: string }> }>;
}

/**
 * Imports all workflows of this folder, with `credentialId` filled in. A workflow that was imported before keeps the
 * user's changes, unless its file has changed since; the file `memory` contains the hashes that tell.
 */
export async function importSamples(rest: RestClient, credentialId: string, memory: string): Promise<ImportedSample[]> {
	const hashes: Record<string, string> = existsSync(memory) ? JSON.parse(readFileSync(memory, 'utf8')) : {};
	const existing = await rest.call<Array<{ id: string; name: string }>>('GET', '/rest/workflows');
	const imported: ImportedSample[] = [];
	for (const file of workflowFiles()) {
		const text = readFileSync(join(__dirname, file), 'utf8');
		const hash = createHash('sha256').update(text).update(credentialId).digest('hex');
		const workflow = withCredential(JSON.parse(text), credentialId);
		const stored = existing.find(({ name }) => name === workflow.name);
		const id = stored && hashes[file] === hash ? stored.id : await save(rest, workflow, stored?.id);
		hashes[file] = hash;
		imported.push({ file, id, name: workflow.name });
	}
	writeFileSync(memory, JSON.stringify(hashes));
	return imported;
}

const workflowFiles = (): string[] =>
	readdirSync(__dirname)
		.filter((name) => name.endsWith('.json'))
		.sort();

/** The sample that `npm start` executes. */
export const firstFile = (samples: readonly ImportedSample[]): ImportedSample => sampleOf(samples, 'first-file.json');

/** The sample that serves a preview page. */
export const previewSample = (samples: readonly ImportedSample[]): ImportedSample =>
	sampleOf(samples, 'preview-page.json');

function sampleOf(samples: readonly ImportedSample[], name: string): ImportedSample {
	const found = samples.find(({ file }) => file === name);
	if (!found) throw new Error(`test/host/workflows/${name} is missing`);
	return found;
}

async function save(rest: RestClient, workflow: WorkflowFile, id?: string): Promise<string> {
	if (!id) return await rest.saveWorkflow(workflow);
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
