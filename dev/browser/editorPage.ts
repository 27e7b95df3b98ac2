import type { Page } from 'playwright-core';
import type { Login } from '../n8n/restClient';

const byId = (id: string) => `[data-test-id="${id}"]`;

/** n8n's editor, as a user works with it. A step throws when the editor does not show what it should within 45 s. */
export class EditorPage {
	constructor(
		readonly page: Page,
		private readonly base: string,
	) {
		page.setDefaultTimeout(45_000);
	}

	async signIn({ email, password }: Login): Promise<void> {
		await this.page.goto(`${this.base}/signin`);
		await this.page.locator('input[name=emailOrLdapLoginId]').fill(email);
		await this.page.locator('input[name=password]').fill(password);
		await this.page.locator(byId('form-submit-button')).click();
		await this.page.waitForURL((url) => !url.pathname.includes('signin'));
	}

	/** Opens a stored workflow and waits until its nodes are drawn. */
	async openWorkflow(id: string): Promise<void> {
		await this.page.goto(`${this.base}/workflow/${id}`);
		await this.page.locator(byId('canvas-node')).first().waitFor();
		await this.page.keyboard.press('1');
		await this.waitForZoom();
	}

	/** Creates a workflow with a manual trigger. */
	async newWorkflow(): Promise<void> {
		await this.page.goto(`${this.base}/workflow/new`);
		await this.page.locator(byId('canvas-add-button')).first().click();
		await this.search('manual');
		await this.page
			.locator(byId('node-creator-item-name'), { hasText: /manual/i })
			.first()
			.click();
		await this.page.locator(byId('canvas-node')).first().waitFor();
	}

	/** Finds a node by its name, chooses one of its actions and leaves its panel open. */
	async addNode(name: string, action: string): Promise<void> {
		await this.page.locator(byId('node-creator-plus-button')).first().click();
		await this.search(name);
		const exact = new RegExp(`^\\s*${name}\\s*$`);
		await this.page.locator(byId('node-creator-item-name'), { hasText: exact }).first().click();
		await this.page.locator(byId('node-creator-item-name'), { hasText: action }).first().click();
		await this.page.locator(byId('ndv')).waitFor();
	}

	/** Executes the node of the open panel, and waits for `expected` in its output. */
	async executeNode(expected: string): Promise<void> {
		await this.page.locator(byId('node-execute-button')).first().click();
		await this.page.locator(byId('output-panel')).getByText(expected).first().waitFor();
	}

	/** Closes notifications that cover a part of the page. */
	async closeNotices(): Promise<void> {
		for (const close of await this.page.locator('.el-notification__closeBtn').all()) await close.click();
		await this.page.waitForTimeout(600);
	}

	/** The zoom to fit is an animation, which begins a moment after the key. */
	private async waitForZoom(): Promise<void> {
		const canvas = this.page.locator('.vue-flow__transformationpane').first();
		let [before, still] = ['', 0];
		while (still < 3) {
			await this.page.waitForTimeout(500);
			const now = (await canvas.getAttribute('style')) ?? '';
			still = now === before ? still + 1 : 0;
			before = now;
		}
	}

	private async search(text: string): Promise<void> {
		await this.page.locator(byId('node-creator-search-bar')).fill(text);
		// The list is updated a moment after typing.
		await this.page.waitForTimeout(600);
	}
}
