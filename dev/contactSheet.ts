import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { withBrowser } from './browser/browser';
import { EditorPage } from './browser/editorPage';
import { type FormPicture, takePictures } from './forms/formCamera';
import { allForms, type FormWorkflow, storeForms } from './forms/formWorkflows';
import { findN8n } from './n8n/n8nCache';
import { DEFAULT_N8N } from './n8n/n8nVersions';
import { packProject, PROJECT } from './n8n/packagedNodes';
import { type PreparedN8n, withOwnN8n } from './n8n/preparedN8n';
import { runAndCleanUp } from './process/cleanUp';
import { report, step } from './process/progress';
import { withTimeout } from './process/waiting';

/* `npx tsx dev/contactSheet.ts`: pictures of all forms in n8n's editor, in .cache/forms/forms.html. Needs Chromium. */

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

/** The pictures of one node. */
interface NodePictures {
	readonly node: string;
	readonly pictures: readonly FormPicture[];
	/** Forms of which there is no picture. */
	readonly missing: number;
}

async function draw(browser: Browser, { base, login, workflows }: Editor): Promise<NodePictures[]> {
	const editor = await browser.newPage({ viewport: VIEWPORT });
	await new EditorPage(editor, base).signIn(login);
	const drawn: NodePictures[] = [];
	for (const workflow of workflows) {
		const { node, forms } = workflow;
		const title = `Drawing the ${forms.length} ${forms.length === 1 ? 'form' : 'forms'} of ${node}`;
		const pictures = await step(title, async () => await takePictures(editor, base, workflow));
		drawn.push({ node, pictures, missing: forms.length - pictures.length });
	}
	return drawn;
}

const HEAD = `<!doctype html><meta charset="utf-8"><title>Forms</title>
<style>body { font-family: sans-serif } div { columns: 4; } figure { break-inside: avoid } img { width: 100% }</style>
<p>Every form as n8n shows it when the node has just been added; optional fields are behind "Add option".`;

/** Replaces the page with all pictures. */
function keep(drawn: readonly NodePictures[]): void {
	mkdirSync(FOLDER, { recursive: true });
	const chapters = drawn.map(({ node, pictures }) => {
		const figures = pictures.map(
			({ title, png }) =>
				`<figure>${title}<br><img src="data:image/png;base64,${png.toString('base64')}"></figure>`,
		);
		return `<h2>${node}</h2>\n<div>${figures.join('\n')}</div>`;
	});
	const page = join(FOLDER, 'forms.html');
	writeFileSync(page, [HEAD, ...chapters].join('\n'));
	report(`All forms are in ${page}`);
}

async function makeContactSheet(): Promise<number> {
	const temporary = mkdtempSync(join(tmpdir(), 'file-library-forms-'));
	process.once('exit', () => rmSync(temporary, { recursive: true, force: true }));
	const drawn: NodePictures[] = [];
	const tarball = await packProject(join(temporary, 'pack'), 'full');
	const kit = { n8n: await findN8n(DEFAULT_N8N), tarball, temporary, short: false, edition: 'full' } as const;
	await withOwnN8n(kit, { name: 'forms' }, async ({ prepared: { base, login, rest, credentials } }) => {
		const workflows = await storeForms(rest, allForms(), credentials);
		await withBrowser(
			join(temporary, 'images'),
			async (browser) => void drawn.push(...(await draw(browser, { base, login, workflows }))),
		);
	});
	if (drawn.length === 0) return 1;
	keep(drawn);
	return drawn.some(({ missing }) => missing > 0) ? 1 : 0;
}

runAndCleanUp(
	async () => await withTimeout(LIMIT_MS, 'The contact sheet', makeContactSheet()),
	() => 130,
);
