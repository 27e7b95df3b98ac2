import type { Locator, Page } from 'playwright-core';
import { report } from '../process/progress';
import type { FormWorkflow } from './formWorkflows';

const byId = (id: string) => `[data-test-id="${id}"]`;

/** A picture of one form, as PNG. */
export interface FormPicture {
	readonly title: string;
	readonly png: Buffer;
}

/** How often a form that did not open is tried again. */
const TRIES = 3;

/**
 * Opens every node of a stored workflow in n8n's editor and takes a picture of its form. A form that does not open is
 * reported and left out.
 */
export async function takePictures(page: Page, base: string, workflow: FormWorkflow): Promise<FormPicture[]> {
	await page.goto(`${base}/workflow/${workflow.id}`);
	await page.locator(byId('canvas-node')).first().waitFor();
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
	// Sent to the element, so that it may lie outside of the visible part of the canvas.
	await page
		.locator(`${byId('canvas-node')}[data-node-name="${title}"]`)
		.first()
		.dispatchEvent('dblclick');
	const form = page.locator(`${byId('ndv')} ${byId('node-parameters')}`).first();
	await form.waitFor({ timeout: 5000 });
	const header = page.locator(byId('ndv')).getByText(title).first();
	await header.waitFor({ timeout: 5000 });
	const png = await settled(form);
	await page.keyboard.press('Escape');
	await page.locator(byId('ndv')).waitFor({ state: 'hidden', timeout: 5000 });
	return png;
}

/** The picture as soon as the form has stopped changing its size. */
async function settled(form: Locator): Promise<Buffer> {
	let height = -1;
	for (let at = 0; at < 20; at++) {
		const now = (await form.boundingBox())?.height ?? 0;
		if (now > 0 && now === height) break;
		height = now;
		await form.page().waitForTimeout(60);
	}
	return await form.screenshot({ animations: 'disabled' });
}
