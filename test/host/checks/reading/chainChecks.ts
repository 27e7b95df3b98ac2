import assert from 'node:assert/strict';
import { MANUAL_TRIGGER, workflowInARow } from '../../n8n/workflow';
import { waitFor } from '../../process/waiting';
import type { Checks } from '../checks';
import { column } from '../samples/sampleRun';
import type { Readers } from './readers';

const LIBRARY = 'n8n-nodes-file-library.fileLibrary';
const TIME_MS = 30_000;
const READ_ALL = { pages: [1, 2, 3], total: 3 };

/** Two waits in one execution, after nodes that lose the items; and what a mail scanner does with a link. */
export async function checkChain(checks: Checks, readers: Readers): Promise<void> {
	await checks.check('of two waits of one execution each has its own links, and items are paired', async () => {
		await waitTwice(readers);
	});
	await checks.check('a scanner that asks for a link reads nothing, and the page cannot be framed', async () => {
		await scan(readers);
	});
}

async function waitTwice(readers: Readers): Promise<void> {
	const { rest, credentials } = readers.prepared;
	const use = { credentials: { fileLibraryOrgApi: credentials.fileLibraryOrgApi } };
	const file = { __rl: true, mode: 'path', value: 'Contracts/offer.pdf' };
	const code = (name: string, jsCode: string) => ({
		name,
		type: 'n8n-nodes-base.code',
		typeVersion: 2,
		parameters: { jsCode },
	});
	const link = (name: string, viewer: string) => ({
		name,
		type: LIBRARY,
		parameters: { resource: 'file', operation: 'getReadingLink', file, viewer, ask: 'read' },
		...use,
	});
	const wait = (name: string) => ({
		name,
		type: LIBRARY,
		parameters: { resource: 'file', operation: 'waitForReading' },
		...use,
	});
	const people = [{ name: 'Ada "A" 👩🏽‍💼' }, { name: '李四' }];
	const workflow = await rest.saveWorkflow(
		workflowInARow('Two waits', [
			MANUAL_TRIGGER,
			code('People', `return ${JSON.stringify(people)}.map((json) => ({ json }));`),
			link('Link', '={{ $json.name }}'),
			code('Mail', 'return $input.all().map((_, item) => ({ json: { sent: true }, pairedItem: { item } }));'),
			wait('Wait'),
			link('Link again', `={{ $('People').item.json.name }} again`),
			wait('Wait again'),
		]),
	);
	const id = await rest.start(workflow, MANUAL_TRIGGER.name);
	for (const title of ['Link', 'Link again']) {
		const links = await waitFor(TIME_MS, `the links of "${title}"`, async () => {
			const made = column(await rest.waiting(id, TIME_MS), title, 'link').map(String);
			return made.length === people.length && made;
		});
		for (const href of links) {
			const post = { kind: 'finished', token: await readers.token(href), ...READ_ALL };
			assert.equal((await readers.post(href, post)).state, 'accepted');
			if (href !== links.at(-1)) await rest.waiting(id, TIME_MS);
		}
	}
	const execution = await rest.finished(id, TIME_MS);
	assert.equal(execution.status, 'success', execution.error);
	const names = people.map(({ name }) => name);
	assert.deepEqual(column(execution, 'Wait', 'viewer'), names);
	assert.deepEqual(
		column(execution, 'Wait again', 'viewer'),
		names.map((name) => `${name} again`),
	);
	assert.deepEqual(column(execution, 'Wait again', 'outcome'), ['read', 'read']);
}

async function scan(readers: Readers): Promise<void> {
	const { id, links } = await readers.waiting(['a'], { ask: 'read' }, {});
	const [link = ''] = links;
	await fetch(link, { method: 'HEAD' });
	const page = await fetch(link, { headers: { 'sec-purpose': 'prefetch' } });
	assert.equal(page.status, 200);
	assert.match(page.headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/);
	assert.equal(page.headers.get('cache-control'), 'no-store');
	const waiting = await readers.prepared.rest.waiting(id, TIME_MS);
	assert.deepEqual(column(waiting, 'Wait', 'outcome'), ['pending']);
	assert.deepEqual(column(waiting, 'Wait', 'opened_at'), [null]);
}
