import type { Page } from 'playwright-core';
import type { Login } from '../n8n/restClient';

const byId = (id: string) => `[data-test-id="${id}"]`;

/** n8n's editor as a person uses it. Every step throws when the editor does not show what is expected within 20 s. */
export class EditorPage {
	constructor(
		readonly page: Page,
		private readonly base: string,
	) {
		page.setDefaultTimeout(20_000);
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
		// The zoom to fit is an animation.
		await this.page.waitForTimeout(1500);
	}

	/** A new workflow with a manual trigger. */
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

	/** Finds a node by its name, picks one of its actions and leaves its panel open. */
	async addNode(name: string, action: string): Promise<void> {
		await this.page.locator(byId('node-creator-plus-button')).first().click();
		await this.search(name);
		const exact = new RegExp(`^\\s*${name}\\s*$`);
		await this.page.locator(byId('node-creator-item-name'), { hasText: exact }).first().click();
		await this.page.locator(byId('node-creator-item-name'), { hasText: action }).first().click();
		await this.page.locator(byId('ndv')).waitFor();
	}

	/** Picks a stored credential in the open panel; n8n has picked it already where it is the only one. */
	async selectCredential(name: string): Promise<void> {
		const select = this.page.locator(byId('node-credentials-select')).first();
		if ((await select.locator('input').inputValue()).includes(name)) return;
		await select.click();
		await this.page.locator('li:visible, [role=option]:visible', { hasText: name }).first().click();
	}

	/** Chooses an entry of a resource locator by browsing "From List"; returns what the list offered. */
	async chooseFromList(parameter: string, entry: string): Promise<string[]> {
		const locator = this.page.locator(byId(`resource-locator-${parameter}`));
		await locator.locator(byId('rlc-input')).first().click();
		const items = this.page.locator(`${byId('rlc-item')}:visible`);
		const wanted = items.filter({ hasText: entry }).first();
		await wanted.waitFor();
		const names = (await items.allInnerTexts()).map((text) => text.trim());
		await wanted.click();
		return names;
	}

	/** Executes the node of the open panel and returns the text of its output. */
	async executeNode(expected: string): Promise<string> {
		await this.page.locator(byId('node-execute-button')).first().click();
		const output = this.page.locator(byId('output-panel'));
		await output.getByText(expected).first().waitFor();
		return await output.innerText();
	}

	/** Closes messages that cover a part of the page. */
	async closeNotices(): Promise<void> {
		for (const close of await this.page.locator('.el-notification__closeBtn').all()) await close.click();
		await this.page.waitForTimeout(600);
	}

	private async search(text: string): Promise<void> {
		await this.page.locator(byId('node-creator-search-bar')).fill(text);
		// The list follows the typing after a short pause.
		await this.page.waitForTimeout(600);
	}
}
