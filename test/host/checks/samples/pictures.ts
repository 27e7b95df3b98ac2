import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Browser, Locator, Page } from 'playwright-core';
import { EditorPage } from '../../../../dev/browser/editorPage';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import { sampleOf } from '../../../../dev/workflows/sampleWorkflows';
import { putContent } from '../../../emulator/demo/sampleFiles';
import { deleteEntry, moveEntry } from '../../../emulator/store/library/write';
import { MANUAL_TRIGGER, workflowInARow } from '../../n8n/workflow';
import { byPath, libraryNode } from '../libraryNodes';

/** Samples whose pictures are in the README or in a guide, by the file of the picture. */
const SAMPLE_PICTURES: Readonly<Record<string, string>> = {
	'sample-directory-sync.png': 'directory-sync.json',
	'permission-table.png': 'permission-table.json',
	'link-audit.png': 'link-audit.json',
	'restore-to-time.png': 'restore-to-time.json',
	'activity-trigger.png': 'activity-watch.json',
	'mirror.png': 'mirror-folder.json',
};

/** The plan in the guide of Restore to a Time. */
const PLAN_PICTURE = 'restore-plan.png';
/** The first workflow that the README shows, in the editor. */
const EDITOR_PICTURE = 'editor.png';
/** The files of all pictures. */
export const PICTURES = [...Object.keys(SAMPLE_PICTURES), PLAN_PICTURE, EDITOR_PICTURE];

/** What the editor draws around a workflow, and the "+" after its last nodes. */
const SURROUNDINGS =
	'[data-test-id="canvas-handle-plus-wrapper"], [data-test-id="canvas-controls"], .vue-flow__minimap, ' +
	'.el-notification, .vue-flow__panel, [data-test-id="main-header"], ' +
	'[data-test-id="execute-workflow-button"], [data-test-id="workflow-chat-button"], ' +
	'[data-test-id="logs-overview-header"]';
/** Around the nodes, in pixels; below them are their names. */
const MARGIN = { side: 60, top: 20, bottom: 70 };

/** Wide enough for the widest sample at its full size. */
const WINDOW = { width: 2700, height: 1200 };
/** So high that the first workflow fills it. */
const EDITOR_WINDOW = { width: 1440, height: 560 };

/** Takes a picture of the first workflow in the editor, and of each sample that the README shows without the rest. */
export async function takePictures(
	{ base, login, sample, samples }: PreparedN8n,
	browser: Browser,
	images: string,
): Promise<void> {
	const page = await browser.newPage();
	const editor = new EditorPage(page, base);
	await editor.signIn(login);
	await page.setViewportSize(EDITOR_WINDOW);
	await editor.openWorkflow(sample.id);
	await page.screenshot({ path: join(images, EDITOR_PICTURE) });
	await page.setViewportSize(WINDOW);
	for (const [picture, file] of Object.entries(SAMPLE_PICTURES)) {
		await editor.openWorkflow(sampleOf(samples, file).id);
		await page.addStyleTag({ content: `${SURROUNDINGS} { visibility: hidden !important }` });
		await page.screenshot({ path: join(images, picture), clip: await aroundNodes(page) });
	}
	await page.close();
}

/** The part of the page with all nodes. */
async function aroundNodes(page: Page): Promise<{ x: number; y: number; width: number; height: number }> {
	const found = await Promise.all(
		(await page.locator('.vue-flow__node').all()).map(async (node) => await node.boundingBox()),
	);
	const boxes = found.filter((box) => box !== null);
	const x = Math.min(...boxes.map((box) => box.x)) - MARGIN.side;
	const y = Math.min(...boxes.map((box) => box.y)) - MARGIN.top;
	const right = Math.max(...boxes.map((box) => box.x + box.width)) + MARGIN.side;
	const bottom = Math.max(...boxes.map((box) => box.y + box.height)) + MARGIN.bottom;
	return { x, y, width: right - x, height: bottom - y };
}

/** A library folder in which Ben Brown has renamed, changed and deleted files since the time that is returned. */
async function encryptedFolder({ emulator }: PreparedN8n): Promise<string> {
	const library = emulator.libraries.get(emulator.library.mountId);
	if (!library) throw new Error('there is no demo library');
	const [ann, ben] = [
		{ id: 0, name: 'Ann Adams' },
		{ id: 0, name: 'Ben Brown' },
	];
	const write = (path: string, content: string, actor = ann): void =>
		putContent(emulator.world, library, path, content, actor);
	const names = ['Budget.xlsx', 'Invoices.xlsx', 'Salaries.xlsx', 'Plan/2027.docx'].map((name) => `Finance/${name}`);
	for (const name of names) write(name, name);
	await sleep(1100);
	const time = new Date().toISOString();
	await sleep(1100);
	for (const name of names.slice(0, 2)) {
		write(name, `encrypted ${name}`, ben);
		moveEntry(library, library.tree.get(name), `${name}.locked`, ben);
	}
	deleteEntry(library, library.tree.get('Finance/Salaries.xlsx'), false, ben);
	moveEntry(library, library.tree.get('Finance/Plan'), 'Plan', ben);
	write('Finance/READ ME.txt', 'Pay', ben);
	return time;
}

/** Takes a picture of a plan of Restore to a Time: the table that its node shows in the editor. */
export async function takePlanPicture(prepared: PreparedN8n, browser: Browser, images: string): Promise<void> {
	const time = await encryptedFolder(prepared);
	const plan = { resource: 'folder', operation: 'restoreToTime', folder: byPath('Finance'), newFiles: 'recycle' };
	const node = libraryNode(prepared, 'Plan', { ...plan, time, filters: { changedBy: ['Ben Brown'] } });
	const id = await prepared.rest.saveWorkflow(workflowInARow('Plan', [MANUAL_TRIGGER, node]));
	const page = await browser.newPage({ viewport: { width: 2200, height: 700 } });
	const editor = new EditorPage(page, prepared.base);
	await editor.signIn(prepared.login);
	await editor.openWorkflow(id);
	await page.locator('[data-test-id="canvas-node"][data-node-name="Plan"]').first().dblclick();
	await editor.executeNode('recover');
	await editor.closeNotices();
	const output = page.locator('[data-test-id="output-panel"]');
	await output.locator('[data-test-id="radio-button-table"]').click();
	await page.screenshot({ path: join(images, PLAN_PICTURE), clip: await aroundRows(output) });
	await page.close();
}

/** The table with its heading, without the empty part of the panel below it. */
async function aroundRows(output: Locator) {
	const [panel, table] = [await output.boundingBox(), await output.locator('table').first().boundingBox()];
	if (!panel || !table) throw new Error('the plan is not on the page');
	return { ...panel, height: table.y + table.height + 8 - panel.y };
}
