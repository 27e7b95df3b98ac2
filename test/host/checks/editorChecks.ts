import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { withBrowser } from '../../../dev/browser/browser';
import { EditorPage } from '../../../dev/browser/editorPage';
import { CREDENTIAL_NAME } from '../../../dev/n8n/demoCredentials';
import { report } from '../../../dev/process/progress';
import type { Checks } from './checks';
import type { PreparedN8n } from '../../../dev/n8n/preparedN8n';

const ACTION = 'Get many entries of a folder';

/** The screenshot that the documentation shows. */
export const DOCUMENTED_IMAGES = ['editor.png'] as const;

const WINDOW = { width: 1440, height: 900 };
/** So high that the workflow of the picture fills it. */
const AROUND_WORKFLOW = { width: 1440, height: 560 };

type TakeScreenshot = (file: string) => Promise<unknown>;

/** Uses the node in n8n's editor like a user: finds it, fills in its form, browses a folder, executes it. */
export async function checkEditor(checks: Checks, prepared: PreparedN8n, images: string): Promise<void> {
	await withBrowser(images, async (browser) => {
		const page = await browser.newPage({ viewport: WINDOW });
		const takeScreenshot = async (file: string) => await page.screenshot({ path: join(images, file) });
		try {
			await checkSteps(checks, prepared, page, takeScreenshot);
		} finally {
			if (!checks.ok()) report(`  last screenshot: ${join(images, 'last.png')}`);
			await takeScreenshot('last.png');
		}
	});
}

async function checkSteps(
	checks: Checks,
	{ base, sample, login }: PreparedN8n,
	page: Page,
	takeScreenshot: TakeScreenshot,
): Promise<void> {
	const editor = new EditorPage(page, base);
	const [editorImage] = DOCUMENTED_IMAGES;
	await checks.check('the owner signs in to the editor, which draws the sample workflow', async () => {
		await editor.signIn(login);
		await page.setViewportSize(AROUND_WORKFLOW);
		await editor.openWorkflow(sample.id);
		await takeScreenshot(editorImage);
		await page.setViewportSize(WINDOW);
	});
	await checks.check('the search finds File Library, and its action opens the node', async () => {
		await editor.newWorkflow();
		await editor.addNode('File Library', ACTION);
		await editor.selectCredential(CREDENTIAL_NAME);
	});
	await checks.check('From List shows the folders of the library', async () => {
		const names = await editor.chooseFromList('folder', 'Contracts');
		assert.ok(
			names.some((name) => name.includes('Reports')),
			names.join(', '),
		);
	});
	await checks.check('the node executes in the editor', async () => {
		const output = await editor.executeNode('Framework agreement.pdf');
		assert.match(output, /Supplier list\.csv/);
		await editor.closeNotices();
		await takeScreenshot('node.png');
	});
}
