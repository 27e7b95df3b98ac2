import assert from 'node:assert/strict';
import { MANUAL_TRIGGER, workflowInARow } from '../../n8n/workflow';
import { waitFor } from '../../../../dev/process/waiting';
import type { Checks } from '../checks';
import { byPath, libraryNode } from '../libraryNodes';
import { column } from '../samples/sampleRun';
import type { Readers } from './readers';

const TIME_MS = 30_000;
const READ_ALL = { pages: [1, 2, 3], total: 3 };

/** Two waits in one execution, after nodes that lose the items. */
export async function checkChain(checks: Checks, readers: Readers): Promise<void> {
	await checks.check('of two waits of one execution each has its own links, and items are paired', async () => {
		await waitTwice(readers);
	});
}

const PEOPLE = [{ name: 'Ada "A" 👩🏽‍💼' }, { name: '李四' }];

const code = (name: string, jsCode: string) => ({
	name,
	type: 'n8n-nodes-base.code',
	typeVersion: 2,
	parameters: { jsCode },
});

/** People get a link each, and when all have read, another one. */
function nodesOf({ prepared }: Readers): Parameters<typeof workflowInARow>[1] {
	const file = byPath('Contracts/offer.pdf');
	const library = (name: string, parameters: Record<string, unknown>) =>
		libraryNode(prepared, name, { resource: 'file', ...parameters });
	const link = { operation: 'getReadingLink', file, ask: 'read' };
	return [
		MANUAL_TRIGGER,
		code('People', `return ${JSON.stringify(PEOPLE)}.map((json) => ({ json }));`),
		library('Link', { ...link, viewer: '={{ $json.name }}' }),
		code('Mail', 'return $input.all().map((_, item) => ({ json: { sent: true }, pairedItem: { item } }));'),
		library('Wait', { operation: 'waitForReading' }),
		library('Link again', { ...link, viewer: `={{ $('People').item.json.name }} again` }),
		library('Wait again', { operation: 'waitForReading' }),
	];
}

async function waitTwice(readers: Readers): Promise<void> {
	const { rest } = readers.prepared;
	const workflow = await rest.saveWorkflow(workflowInARow('Two waits', nodesOf(readers)));
	const id = await rest.start(workflow, MANUAL_TRIGGER.name);
	for (const title of ['Link', 'Link again']) {
		const links = await waitFor(TIME_MS, `the links of "${title}"`, async () => {
			const made = column(await rest.waiting(id, TIME_MS), title, 'link').map(String);
			return made.length === PEOPLE.length && made;
		});
		for (const href of links) {
			await rest.waiting(id, TIME_MS);
			const post = { kind: 'finished', token: await readers.token(href), ...READ_ALL };
			assert.equal((await readers.post(href, post)).state, 'accepted');
		}
	}
	const execution = await rest.finished(id, TIME_MS);
	assert.equal(execution.status, 'success', execution.error);
	const names = PEOPLE.map(({ name }) => name);
	const again = names.map((name) => `${name} again`);
	assert.deepEqual(column(execution, 'Wait', 'viewer'), names);
	assert.deepEqual(column(execution, 'Wait again', 'viewer'), again);
	assert.deepEqual(column(execution, 'Wait again', 'outcome'), ['read', 'read']);
}
