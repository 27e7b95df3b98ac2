import assert from 'node:assert/strict';
import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { withBrowser } from '../../../dev/browser/browser';
import { EditorPage } from '../../../dev/browser/editorPage';
import { isN8n1 } from '../../../dev/n8n/n8nCache';
import { PROJECT } from '../../../dev/n8n/packagedNodes';
import { type PreparedN8n, type TestKit, withOwnN8n } from '../../../dev/n8n/preparedN8n';
import { report } from '../../../dev/process/progress';
import { waitFor } from '../../../dev/process/waiting';
import { keepBuilding, RELOADING } from '../../../dev/start/rebuilding';
import { MANUAL_TRIGGER, workflowInARow } from '../n8n/workflow';
import type { Checks } from './checks';
import { byPath, libraryNode } from './libraryNodes';

/* npm run dev: what is changed in the source is in the open editor and in the next execution. */

/** What the build needs of the project; the checks change the copies. */
const [FOLDERS, FILES] = [
	['nodes', 'credentials', 'src', 'icons', 'contract'],
	['package.json', 'package-lock.json', 'tsconfig.json', 'gulpfile.js'],
];
const FORM = 'src/n8n/form/fixedProperties.ts';
const RUNTIME = 'src/runtime.ts';
const PARAMETERS = { resource: 'folder', operation: 'getMany', folder: byPath('') };
/** A change is there within 10 seconds on a machine that does nothing else. */
const PATIENCE_MS = 60_000;

/** A copy of the project that is built on each change, for an n8n with an open editor. */
interface Workshop {
	readonly prepared: PreparedN8n;
	readonly project: string;
	readonly logFolder: string;
	readonly page: Page;
}

/** Changes a copy of the project under a running n8n. */
export async function checkDev(checks: Checks, kit: TestKit): Promise<void> {
	if (isN8n1(kit.n8n)) return report('  npm run dev skipped: it starts n8n 2');
	const project = join(kit.temporary, 'project');
	mkdirSync(project);
	for (const name of [...FOLDERS, ...FILES]) cpSync(join(PROJECT, name), join(project, name), { recursive: true });
	symlinkSync(join(PROJECT, 'node_modules'), join(project, 'node_modules'));
	await withOwnN8n(kit, { name: 'dev', ...RELOADING }, async ({ prepared, userFolder, logFolder }) => {
		const stop = new AbortController();
		void keepBuilding({ project, userFolder, logFolder, edition: kit.edition }, stop.signal);
		await withBrowser(join(kit.temporary, 'images'), async (browser) => {
			const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
			await checkChanges(checks, { prepared, project, logFolder, page });
		});
		stop.abort();
	});
}

function change({ project }: Workshop, file: string, from: RegExp, to: string): void {
	const text = readFileSync(join(project, file), 'utf8');
	assert.match(text, from);
	writeFileSync(join(project, file), text.replace(from, to));
}

async function checkChanges(checks: Checks, workshop: Workshop): Promise<void> {
	const { prepared, page } = workshop;
	const editor = new EditorPage(page, prepared.base);
	await checks.check('the editor shows the form of a node', async () => {
		await editor.signIn(prepared.login);
		await editor.newWorkflow();
		await editor.addNode('File Library', 'Get many entries of a folder');
		await page.getByText('Return All', { exact: true }).first().waitFor();
	});
	await checks.check('a changed label is in the open editor', async () => {
		change(workshop, FORM, /'Return All'/, "'Return Everything'");
		await page.getByText('Return Everything', { exact: true }).first().waitFor({ timeout: PATIENCE_MS });
	});
	await checks.check('a file that cannot be built changes nothing, and the next one is built', async () => {
		change(workshop, RUNTIME, /^/, 'const = ;\n');
		const log = join(workshop.logFolder, 'build.log');
		await waitFor(PATIENCE_MS, 'the failed build', async () => readFileSync(log, 'utf8').includes('ERROR'));
		change(workshop, RUNTIME, /^const = ;\n/, '');
	});
	await checkExecutions(checks, workshop);
}

/** An `execute` that returns this code, in place of the one that runtime.ts exports. */
function changeExecute(workshop: Workshop, body: string): void {
	change(workshop, RUNTIME, /export const run = [^;]*;/, `export const run = async () => ${body};`);
}

async function checkExecutions(checks: Checks, workshop: Workshop): Promise<void> {
	const { rest } = workshop.prepared;
	const node = libraryNode(workshop.prepared, 'Files', PARAMETERS);
	const id = await rest.saveWorkflow(workflowInARow('Changed code', [MANUAL_TRIGGER, node]));
	const executed = async () => await rest.execute(id, MANUAL_TRIGGER.name, PATIENCE_MS);
	await checks.check('changed code is used by the next execution', async () => {
		changeExecute(workshop, '[{ json: { changed: true } }]');
		await waitFor(PATIENCE_MS, 'the changed item', async () => (await executed()).items('Files')[0]?.json.changed);
	});
	await checks.check('the stack of an error names the line of the source, also after the next change', async () => {
		for (const name of ['one failure', 'another failure']) {
			changeExecute(workshop, `Promise.reject(new Error('${name}'))`);
			change(workshop, RUNTIME, /^/, '\n');
			const stored = await waitFor(PATIENCE_MS, name, async () => {
				const execution = await executed();
				return execution.error.includes(name) && execution.stored;
			});
			const lines = readFileSync(join(workshop.project, RUNTIME), 'utf8').split('\n');
			const line = lines.findIndex((text) => text.includes(name)) + 1;
			assert.ok(stored.includes(`${RUNTIME}:${line}:`), /[^\\]*runtime[^\\]*/.exec(stored)?.[0]);
		}
	});
}
