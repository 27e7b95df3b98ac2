import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { EditorPage } from '../../../../dev/browser/editorPage';
import { sampleOf } from '../../../../dev/workflows/sampleWorkflows';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';

/** Samples whose pictures are in the README or in a guide, by the file of the picture. */
export const SAMPLE_PICTURES: Readonly<Record<string, string>> = {
	'sample-directory-sync.png': 'directory-sync.json',
	'permission-table.png': 'permission-table.json',
	'link-audit.png': 'link-audit.json',
	'restore-to-time.png': 'restore-to-time.json',
	'activity-trigger.png': 'activity-watch.json',
	'mirror.png': 'mirror-folder.json',
};

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

/** Takes a picture of the workflow of each sample that the README shows, without the rest of the editor. */
export async function takePictures(
	{ base, login, samples }: PreparedN8n,
	browser: Browser,
	images: string,
): Promise<void> {
	const page = await browser.newPage({ viewport: WINDOW });
	const editor = new EditorPage(page, base);
	await editor.signIn(login);
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
