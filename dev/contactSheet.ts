import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { withBrowser } from './browser/browser';
import { EditorPage } from './browser/editorPage';
import { withOwnN8n } from './n8n/ownN8n';
import type { PreparedN8n } from './n8n/preparedN8n';
import { takePictures } from './forms/formCamera';
import { formsPage, type NodeSheets } from './forms/formsPage';
import { allForms, storeForms, type FormWorkflow } from './forms/formWorkflows';
import { sheetsOf } from './forms/sheet';
import { findN8n } from './n8n/n8nCache';
import { DEFAULT_N8N } from './n8n/n8nVersions';
import { PROJECT, packProject } from './n8n/packagedNodes';
import { runAndCleanUp } from './process/cleanUp';
import { report, step } from './process/progress';
import { withTimeout } from './process/waiting';

/*
 * `npx tsx dev/contactSheet.ts`: takes a picture of every form in the editor of a real n8n, and writes a page that
 * shows them (.cache/forms/forms.md). Needs Chromium.
 */

/** Six minutes where nothing else runs. */
const LIMIT_MS = 30 * 60_000;
const FOLDER = join(PROJECT, '.cache', 'forms');
/** Tall enough for the longest form, so that no form scrolls. */
const VIEWPORT = { width: 1440, height: 1900 };

/** What the pictures are taken of. */
interface Editor extends Pick<PreparedN8n, 'base' | 'login'> {
	/** The workflows with all forms. */
	readonly workflows: readonly FormWorkflow[];
}

/** The contact sheets of all nodes; says which forms are missing. */
async function draw(browser: Browser, { base, login, workflows }: Editor): Promise<NodeSheets[]> {
	const editor = await browser.newPage({ viewport: VIEWPORT });
	await new EditorPage(editor, base).signIn(login);
	const easel = await browser.newPage();
	const sheets: NodeSheets[] = [];
	for (const workflow of workflows) {
		const { node, forms } = workflow;
		const title = `Drawing the ${forms.length} ${forms.length === 1 ? 'form' : 'forms'} of ${node}`;
		const pictures = await step(title, async () => await takePictures(editor, base, workflow));
		sheets.push({ node, pages: await sheetsOf(easel, pictures), missing: forms.length - pictures.length });
	}
	return sheets;
}

/** Replaces the pictures and the page that shows them. */
function keep(sheets: readonly NodeSheets[]): void {
	rmSync(FOLDER, { recursive: true, force: true });
	mkdirSync(FOLDER, { recursive: true });
	const { text, images } = formsPage(sheets);
	for (const [name, content] of images) writeFileSync(join(FOLDER, name), content);
	const page = join(FOLDER, 'forms.md');
	writeFileSync(page, text);
	report(`${page} shows ${images.size} pictures`);
}

async function makeContactSheet(): Promise<number> {
	const temporary = mkdtempSync(join(tmpdir(), 'file-library-forms-'));
	process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));
	const sheets: NodeSheets[] = [];
	const tarball = await packProject(join(temporary, 'pack'), 'full');
	const kit = { n8n: await findN8n(DEFAULT_N8N), tarball, temporary, short: false, edition: 'full' } as const;
	await withOwnN8n(kit, { name: 'forms' }, async ({ prepared: { base, login, rest, credentials } }) => {
		const workflows = await storeForms(rest, allForms(), credentials);
		await withBrowser(
			join(temporary, 'images'),
			async (browser) => void sheets.push(...(await draw(browser, { base, login, workflows }))),
		);
	});
	if (sheets.length === 0) return 1;
	keep(sheets);
	return sheets.some(({ missing }) => missing > 0) ? 1 : 0;
}

runAndCleanUp(
	async () => await withTimeout(LIMIT_MS, 'The contact sheet', makeContactSheet()),
	() => 130,
);
