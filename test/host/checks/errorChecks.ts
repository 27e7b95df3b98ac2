import assert from 'node:assert/strict';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { by, on } from '../../support/nodeParameters';
import { objections, WRONG_ENTRIES } from '../../support/wrongEntries';
import { withBrowser } from '../../../dev/browser/browser';
import { EditorPage } from '../../../dev/browser/editorPage';
import { MANUAL_TRIGGER, workflowInARow } from '../n8n/workflow';
import type { Checks } from './checks';
import { libraryNode } from './libraryNodes';
import type { PreparedN8n } from '../../../dev/n8n/preparedN8n';

const SECOND = 'only the second item is wrong';
const NODE = 'File Library';

/** The two items that each node gets. */
const ITEMS = [{ json: { path: 'Docs/a.txt' } }, { json: {} }];

const ENTRIES: typeof WRONG_ENTRIES = {
	...WRONG_ENTRIES,
	[SECOND]: [
		on('file', 'get', { file: by('path', '={{ $json.path }}') }),
		/^File: the expression gave nothing for this item$/,
		/^Check the field name/,
	],
};

/** The entries that are tried: the others are the same for the editor, but for their texts. */
const IN_PANEL = Object.keys(ENTRIES).filter((name, at) => at % 3 === 0 || name === SECOND);

/** What a failed node says. */
interface Said {
	readonly title: string;
	readonly description: string;
	readonly item: number | undefined;
}

/**
 * Enters a third of the wrong entries in the editor, and reads what its panel shows. What the node says of all of
 * them: test/engine/failures/wrongEntries.test.ts.
 */
export async function checkErrors(checks: Checks, prepared: PreparedN8n, images: string): Promise<void> {
	prepared.emulator.seedFile('Docs/a.txt', 'content');
	await withBrowser(images, async (browser) => {
		const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
		const editor = new EditorPage(page, prepared.base);
		await editor.signIn(prepared.login);
		for (const name of IN_PANEL)
			await checks.check(name, async () => {
				await editor.openWorkflow(await storeEntry(prepared, name));
				checkError(name, await panelError(page, join(images, `${name}.png`)));
			});
	});
}

/** Stores a workflow with the entry; its trigger has two items. */
async function storeEntry(prepared: PreparedN8n, name: string): Promise<string> {
	const [parameters = {}] = ENTRIES[name] ?? [];
	const workflow = workflowInARow(name, [MANUAL_TRIGGER, libraryNode(prepared, NODE, parameters)]);
	return await prepared.rest.saveWorkflow({ ...workflow, pinData: { [MANUAL_TRIGGER.name]: ITEMS } });
}

function checkError(name: string, { title, description, item }: Said): void {
	const [, what = / /, todo = / /] = ENTRIES[name] ?? [];
	assert.match(title, what);
	assert.match(description, todo);
	assert.equal(item, name === SECOND ? 1 : 0);
	assert.deepEqual(objections(title, description), []);
}

/** What the panel of the node shows after it was executed there; the editor puts the item behind the title. */
async function panelError(page: Page, picture: string): Promise<Said> {
	await page.locator(`[data-test-id="canvas-node"][data-node-name="${NODE}"]`).first().dblclick();
	const panel = page.locator('[data-test-id="ndv"]');
	await panel.locator('[data-test-id="node-execute-button"]').first().click();
	const shown = await panel.locator('[data-test-id="node-error-message"]').innerText();
	const description = await panel.locator('[data-test-id="node-error-description"]').innerText();
	await page.screenshot({ path: picture });
	const [, title = '', item] = /^(.*?)(?: \[item (\d+)\])?$/s.exec(shown.trim()) ?? [];
	return { title, description: description.trim(), item: item === undefined ? undefined : Number(item) };
}
