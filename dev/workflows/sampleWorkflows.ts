import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SavedCredentials } from '../n8n/demoCredentials';
import { PROJECT } from '../n8n/packagedNodes';
import type { RestClient } from '../n8n/restClient';

/** The path of the page that the sample `preview-page.json` serves. */
export const PREVIEW_PATH = '/webhook/preview-demo';

/** The folder of the samples, which the package contains too. */
export const SAMPLES = join(PROJECT, 'workflows');

/** A sample that was imported into n8n. */
export interface ImportedSample {
	readonly file: string;
	readonly id: string;
	readonly name: string;
}

interface WorkflowFile {
	name: string;
	nodes: Array<{ name: string; credentials?: Record<string, { id: string | null; name: string }> }>;
}

/** Imports all samples. A user's changes stay unless the file has changed since, as the hashes in `memory` tell. */
export async function importSamples(
	rest: RestClient,
	credentials: SavedCredentials,
	memory: string,
): Promise<ImportedSample[]> {
	const hashes: Record<string, string> = existsSync(memory) ? JSON.parse(readFileSync(memory, 'utf8')) : {};
	const existing = await rest.call<Array<{ id: string; name: string }>>('GET', '/rest/workflows');
	const imported: ImportedSample[] = [];
	for (const file of workflowFiles()) {
		const text = readFileSync(join(SAMPLES, file), 'utf8');
		const hash = createHash('sha256').update(text).update(JSON.stringify(credentials)).digest('hex');
		const workflow = withCredentials(JSON.parse(text), credentials);
		const stored = existing.find(({ name }) => name === workflow.name);
		const id = stored && hashes[file] === hash ? stored.id : await save(rest, workflow, stored?.id);
		hashes[file] = hash;
		imported.push({ file, id, name: workflow.name });
	}
	writeFileSync(memory, JSON.stringify(hashes));
	return imported;
}

/** The names of the samples' files. */
export const workflowFiles = (): string[] =>
	readdirSync(SAMPLES)
		.filter((name) => name.endsWith('.json'))
		.sort();

/** A sample by its file. Throws when it is missing. */
export function sampleOf(samples: readonly ImportedSample[], name: string): ImportedSample {
	const found = samples.find(({ file }) => file === name);
	if (!found) throw new Error(`workflows/${name} is missing`);
	return found;
}

/** The sample that `npm start` executes. */
export const firstFile = (samples: readonly ImportedSample[]): ImportedSample => sampleOf(samples, 'first-file.json');

/** The sample that is worth trying next. */
export const nextSample = (samples: readonly ImportedSample[]): ImportedSample =>
	sampleOf(samples, 'read-receipt.json');

/** The sample that serves a preview page. */
export const previewSample = (samples: readonly ImportedSample[]): ImportedSample =>
	sampleOf(samples, 'preview-page.json');

async function save(rest: RestClient, workflow: WorkflowFile, id?: string): Promise<string> {
	if (!id) return await rest.saveWorkflow(workflow);
	const { versionId } = await rest.call<{ versionId: string }>('GET', `/rest/workflows/${id}`);
	await rest.call('PATCH', `/rest/workflows/${id}`, { ...workflow, versionId });
	return id;
}

/** A node whose credential does not exist here is left without one: the editor then asks for it. */
function withCredentials(workflow: WorkflowFile, saved: SavedCredentials): WorkflowFile {
	for (const node of workflow.nodes) {
		const existing = Object.entries(node.credentials ?? {}).flatMap(([type, { name }]) => {
			const found = saved[`${name} (local emulator)`] ?? saved[type];
			return found ? [[type, found] as const] : [];
		});
		node.credentials = Object.fromEntries(existing);
	}
	return workflow;
}
