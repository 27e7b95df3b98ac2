import assert from 'node:assert/strict';
import { join } from 'node:path';
import { withBrowser } from '../browser/browser';
import type { Checks } from './checks';
import { EditorPage } from '../browser/editorPage';
import { PROJECT } from '../n8n/packagedNodes';
import { report } from '../process/progress';
import { CREDENTIAL_NAME } from '../process/emulatorProcess';
import type { Stage } from '../stage';

const ACTION = 'Get many entries of a folder';

/** Uses the node in n8n's editor as a person does: finds it, fills it, browses a folder, executes it. */
export async function checkEditor(checks: Checks, stage: Stage, images: string): Promise<void> {
	await withBrowser(images, async (browser) => {
		const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
		const editor = new EditorPage(page, stage.base);
		const picture = async (name: string) => await page.screenshot({ path: join(images, `${name}.png`) });
		try {
			await walk(checks, stage, editor, picture);
		} finally {
			if (!checks.ok()) report(`  last view: ${join(images, 'last.png')}`);
			await picture('last');
		}
	});
}

async function walk(
	checks: Checks,
	stage: Stage,
	editor: EditorPage,
	picture: (name: string) => Promise<unknown>,
): Promise<void> {
	const { sample, login } = stage;
	await checks.check('the editor lets the owner in and draws the sample workflow', async () => {
		await editor.signIn(login);
		await editor.openWorkflow(sample.id);
		await picture('editor');
	});
	await checks.check('search finds File Library, its action opens the node', async () => {
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
	await checks.check('the step executes in the editor', async () => {
		const output = await editor.executeNode('Framework agreement.pdf');
		assert.match(output, /Supplier list\.csv/);
		await editor.closeNotices();
		await picture('node');
	});
}

/** Where pictures for the documentation live. */
export const IMAGES = join(PROJECT, 'docs', 'images');
