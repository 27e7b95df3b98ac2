import assert from 'node:assert/strict';
import { sampleOf } from '../../../../dev/workflows/sampleWorkflows';
import type { Checks } from '../checks';
import { byPath, libraryNode, runNodes } from '../libraryNodes';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
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
	assert.match(html, /To be closed when you approve:[^]*offer\.txt/);
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
async function twoLinks(prepared: PreparedN8n): Promise<unknown[]> {
	const create = (name: string, path: string, more: object) =>
		libraryNode(prepared, name, { resource: 'link', operation: 'create', file: byPath(path), ...more });
	const forever = create('For ever', 'Contracts/offer.txt', { expires: 'never' });
	const made = await runNodes(prepared, forever, create('For a time', 'Contracts/offer.pdf', {}));
	return ['For ever', 'For a time'].map((node) => column(made, node, 'link')[0]);
}
