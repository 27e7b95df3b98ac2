import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { startEmulator } from '../emulator';
import { withBrowser } from './browser/browser';
import { EditorPage } from './browser/editorPage';
import { takePictures } from './forms/formCamera';
import { formsPage, type NodeSheets } from './forms/formsPage';
import { allForms, storeForms, type FormWorkflow } from './forms/formWorkflows';
import { sheetsOf } from './forms/sheet';
import { idsOf, saveDemoCredentials } from './n8n/demoCredentials';
import { newLogin } from './n8n/localLogin';
import { findN8n } from './n8n/n8nCache';
import { startN8n } from './n8n/n8nServer';
import { DEFAULT_N8N } from './n8n/n8nVersions';
import { PROJECT, installNodes, packProject } from './n8n/packagedNodes';
import { RestClient } from './n8n/restClient';
import { runAndCleanUp } from './process/cleanUp';
import { freePort } from './process/freePort';
import { report, step } from './process/progress';
import { withTimeout } from './process/waiting';

/*
 * npm run contact-sheet: takes a picture of every form in the editor of a real n8n, and writes docs/forms.md with
 * docs/images/forms-*.webp. Needs Chromium.
 */

const LIMIT_MS = 15 * 60_000;
const IMAGES = join(PROJECT, 'docs', 'images');
/** Tall enough for the longest form, so that no form scrolls. */
const VIEWPORT = { width: 1440, height: 1900 };

/** An n8n with the packed package and an emulator; `use` gets the workflows with all forms. */
async function withForms(
	temporary: string,
	use: (editor: { base: string; login: ReturnType<typeof newLogin>; workflows: FormWorkflow[] }) => Promise<void>,
): Promise<void> {
	const tarball = await step(
		'Building and packing this project (npm pack)',
		async (showDetail) => await packProject(join(temporary, 'pack'), showDetail),
	);
	const n8n = await findN8n(DEFAULT_N8N);
	const userFolder = join(temporary, 'n8n');
	await step('Installing the package into a new n8n', async () => await installNodes(tarball, userFolder));
	const emulator = await startEmulator({ seedDemo: true });
	try {
		const options = { n8n, userFolder, logFolder: join(temporary, 'logs') };
		const server = await step(`Starting n8n ${n8n.version}`, async () => await startN8n(await freePort(), options));
		const [rest, login] = [new RestClient(server.base, n8n), newLogin()];
		await rest.signIn(login);
		const credentials = idsOf(await saveDemoCredentials(rest, emulator.url));
		await use({ base: server.base, login, workflows: await storeForms(rest, allForms(), credentials) });
	} finally {
		await emulator.close();
	}
}

/** The contact sheets of all nodes; says which forms are missing. */
async function draw(
	browser: Browser,
	{ base, login, workflows }: { base: string; login: ReturnType<typeof newLogin>; workflows: FormWorkflow[] },
): Promise<NodeSheets[]> {
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
	for (const old of readdirSync(IMAGES).filter((name) => /^forms-.*\.webp$/.test(name))) rmSync(join(IMAGES, old));
	const { text, images } = formsPage(sheets);
	for (const [name, content] of images) writeFileSync(join(IMAGES, name), content);
	writeFileSync(join(PROJECT, 'docs', 'forms.md'), text);
	const bytes = [...images.values()].reduce((sum, { length }) => sum + length, 0);
	report(`docs/forms.md shows ${images.size} pictures, ${Math.round(bytes / 1000)} kB`);
}

async function makeContactSheet(): Promise<number> {
	const temporary = mkdtempSync(join(tmpdir(), 'file-library-forms-'));
	process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));
	const sheets: NodeSheets[] = [];
	await withForms(temporary, async (editor) => {
		await withBrowser(
			join(temporary, 'images'),
			async (browser) => void sheets.push(...(await draw(browser, editor))),
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
