import assert from 'node:assert/strict';
import { MANUAL_TRIGGER, workflowInARow } from '../../n8n/workflow';
import { sampleOf } from '../../workflows/sampleWorkflows';
import type { Checks } from '../checks';
import type { PreparedN8n } from '../preparedN8n';
import { approve } from './approval';
import { column } from './sampleRun';

/** The sample that reports links and closes those that never expire. */
export async function checkLinkAudit(checks: Checks, prepared: PreparedN8n): Promise<void> {
	await checks.check(
		'Link audit: only links that never expire are closed, and only once that is approved',
		async () => {
			await audit(prepared);
		},
	);
}

async function audit(prepared: PreparedN8n): Promise<void> {
	const { rest, mail, samples } = prepared;
	const [permanent, temporary] = await twoLinks(prepared);
	const id = await rest.start(sampleOf(samples, 'link-audit.json').id, 'Every Monday');
	const { text } = await mail.mailAbout('Links that ask for no password');
	assert.match(text, /offer\.txt: never expires/);
	assert.match(text, /offer\.pdf: until \d+ \w+ \d{4}/);
	const { html } = await mail.mailAbout('and wait to be closed');
	assert.match(html, /offer\.txt/);
	assert.doesNotMatch(html, /offer\.pdf/);
	assert.equal(await statusOf(permanent), 200);
	const [later] = await twoLinks(prepared);
	const execution = await approve(prepared, id, html);
	const planned = column(execution, 'Plan what to close', 'plan').flatMap((plan) => plan as Array<{ code: string }>);
	const closed = column(execution, 'Close the links', 'code');
	assert.deepEqual(
		closed,
		planned.map(({ code }) => code),
	);
	assert.deepEqual([...new Set(column(execution, 'Close the links', 'success'))], [true]);
	assert.notEqual(await statusOf(permanent), 200);
	assert.equal(await statusOf(temporary), 200);
	// Nobody has seen it in the plan.
	assert.equal(await statusOf(later), 200);
}

const statusOf = async (link: unknown): Promise<number> => (await fetch(String(link))).status;

/** Shares two files: one for ever, one for a time. */
async function twoLinks({ rest, credentials }: PreparedN8n): Promise<unknown[]> {
	const create = (name: string, path: string, more: object) => ({
		name,
		type: 'n8n-nodes-file-library.fileLibrary',
		parameters: { resource: 'link', operation: 'create', file: { __rl: true, mode: 'path', value: path }, ...more },
		credentials: { fileLibraryOrgApi: credentials.fileLibraryOrgApi },
	});
	const forever = create('For ever', 'Contracts/offer.txt', { expires: 'never' });
	const id = await rest.saveWorkflow(
		workflowInARow('Two links', [MANUAL_TRIGGER, forever, create('For a time', 'Contracts/offer.pdf', {})]),
	);
	const made = await rest.execute(id, MANUAL_TRIGGER.name, 60_000);
	return ['For ever', 'For a time'].map((node) => column(made, node, 'link')[0]);
}
