import type { Page, PageScreenshotOptions } from 'playwright-core';
import { report } from '../process/progress';
import type { FormWorkflow } from './formWorkflows';

const byId = (id: string) => `[data-test-id="${id}"]`;

/** A picture of one form, as PNG. */
export interface FormPicture {
	readonly title: string;
	readonly png: Buffer;
}

/** How long the editor may take for one step; a busy machine is slow. */
const WAIT_MS = 20_000;

/** How often a form that did not open is tried again. */
const TRIES = 3;

/** Takes a picture of each node's form in n8n's editor; reports and leaves out a form that does not open. */
export async function takePictures(page: Page, base: string, workflow: FormWorkflow): Promise<FormPicture[]> {
	await page.goto(`${base}/workflow/${workflow.id}`);
	await page.locator(byId('canvas-node')).first().waitFor();
	// Shows all nodes; the zoom is an animation.
	await page.keyboard.press('1');
	await page.waitForTimeout(1500);
	const pictures: FormPicture[] = [];
	for (const { title } of workflow.forms) {
		const png = await tryPicture(page, title);
		if (png) pictures.push({ title, png });
		else report(`  no picture of ${workflow.node}, ${title}`);
	}
	return pictures;
}

async function tryPicture(page: Page, title: string): Promise<Buffer | undefined> {
	for (let attempt = 1; attempt <= TRIES; attempt++) {
		try {
			return await pictureOf(page, title);
		} catch (error) {
			if (attempt === TRIES) report(`  ${(error as Error).message.split('\n')[0]}`);
			await page.keyboard.press('Escape');
			await page.waitForTimeout(500);
		}
	}
	return undefined;
}

async function pictureOf(page: Page, title: string): Promise<Buffer> {
	await page
		.locator(`${byId('canvas-node')}[data-node-name="${title}"]`)
		.first()
		.dblclick({ timeout: WAIT_MS });
	const panel = page.locator(byId('ndv'));
	await panel.locator(byId('node-title-container'), { hasText: title }).waitFor({ timeout: WAIT_MS });
	// What is below the mouse shows its menu.
	await page.mouse.move(0, 0);
	const png = await page.screenshot({ clip: await settledBox(page), animations: 'disabled' });
	await page.keyboard.press('Escape');
	await panel.waitFor({ state: 'hidden', timeout: WAIT_MS });
	return png;
}

type Box = NonNullable<PageScreenshotOptions['clip']>;

/** Where the form is, as soon as it has stopped changing. */
async function settledBox(page: Page): Promise<Box> {
	await page.locator(byId('node-parameters')).waitFor({ timeout: WAIT_MS });
	let before = '';
	for (let tries = 0; tries < 60; tries++) {
		const box = await page.evaluate<Box | null>(FORM_BOX);
		const now = JSON.stringify(box);
		if (box && now === before) return box;
		before = now;
		await page.waitForTimeout(80);
	}
	throw new Error('the form keeps changing');
}

/** Text, as it runs in the browser: the box around the fields, once the fields of rows are loaded too. */
const FORM_BOX = `(() => {
	const form = document.querySelector('[data-test-id="node-parameters"]');
	if (!form || form.innerText.includes('Loading fields')) return null;
	const kinds = ['parameter-', 'node-credentials', 'collection-'];
	const fields = [...kinds.map((kind) => '[data-test-id^="' + kind + '"]'), 'button'].join();
	const { left, top, width } = form.getBoundingClientRect();
	const bottoms = [...form.querySelectorAll(fields)].map((field) => field.getBoundingClientRect().bottom);
	return { x: left, y: top, width, height: Math.max(60, ...bottoms.map((bottom) => bottom - top)) + 12 };
})()`;
