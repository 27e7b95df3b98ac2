import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { withBrowser } from '../../../../dev/browser/browser';
import { EditorPage } from '../../../../dev/browser/editorPage';
import { onPath } from '../../process/programs';
import { report } from '../../../../dev/process/progress';
import type { Checks } from '../checks';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import { Builder } from './builder';
import { follow, sentences } from './instructions';

/** The film of the README. */
export const FILM = ['first-workflow.webp'] as const;

/** How long each picture is shown, in ms. */
const PICTURE_MS = 1_000;
const LAST_PICTURE_MS = 4_000;

/** Follows the five minutes of README.md in an empty editor, sentence by sentence, and films it. */
export async function checkFirstWorkflow(
	checks: Checks,
	{ base, login, mail }: PreparedN8n,
	images: string,
): Promise<void> {
	await withBrowser(images, async (browser) => {
		const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
		const pictures: string[] = [];
		const takePicture = async (): Promise<void> => {
			const path = join(images, `film-${String(pictures.length).padStart(2, '0')}.png`);
			await page.screenshot({ path });
			pictures.push(path);
		};
		await checks.check(
			'what README says builds the first workflow',
			async () => {
				await new EditorPage(page, base).signIn(login);
				await page.goto(`${base}/workflow/new`);
				await takePicture();
				await followAll(page, takePicture);
				assert.match((await mail.mailAbout('A file was shared')).html, /https?:\/\/\S+\/link\//);
			},
			300_000,
		);
		if (checks.ok()) makeFilm(pictures, join(images, FILM[0]));
		else report(`  pictures of each step: ${images}`);
	});
}

async function followAll(page: Page, takePicture: () => Promise<void>): Promise<void> {
	const builder = new Builder(page, takePicture);
	for (const sentence of sentences()) {
		try {
			await follow(builder, sentence);
		} catch (cause) {
			await takePicture();
			throw new Error(`README.md says "${sentence}"`, { cause });
		}
	}
}

/** One animated picture of all of them; none without img2webp (Debian: webp). */
function makeFilm(pictures: readonly string[], file: string): void {
	const program = onPath('img2webp');
	if (!program) {
		report('  no film: img2webp not found (Debian: apt-get install webp)');
		return;
	}
	const last = pictures.length - 1;
	const frames = pictures.flatMap((picture, at) => [
		'-d',
		String(at === last ? LAST_PICTURE_MS : PICTURE_MS),
		picture,
	]);
	execFileSync(program, ['-loop', '0', '-lossy', '-q', '55', '-m', '4', ...frames, '-o', file], { stdio: 'ignore' });
}
