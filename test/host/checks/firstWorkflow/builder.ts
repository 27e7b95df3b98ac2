import type { Locator, Page } from 'playwright-core';

const byId = (id: string) => `[data-test-id="${id}"]`;

/** Called after each click or text, with what was done; takes the pictures of the film. */
export type OnStep = () => Promise<void>;

/** Builds a workflow by the labels and names in the editor. A step throws after the page's time limit. */
export class Builder {
	constructor(
		private readonly page: Page,
		private readonly onStep: OnStep,
	) {}

	/** Opens an empty workflow, and chooses the trigger of this name from the list without typing. */
	async begin(trigger: string): Promise<void> {
		await this.page.locator(byId('canvas-add-button')).first().click();
		await this.done();
		await this.page.getByText(trigger, { exact: true }).first().click();
		await this.panel().waitFor();
		await this.done();
	}

	/** Closes the panel and adds a node behind the last one, by one of its actions. */
	async addNode(node: string, action: string): Promise<void> {
		await this.closePanel();
		await this.page.locator(byId('canvas-handle-plus')).last().click();
		await this.page.locator(byId('node-creator-search-bar')).fill(node);
		// The list is updated a moment after typing.
		await this.page.waitForTimeout(800);
		await this.done();
		await this.creatorItem(new RegExp(`^\\s*${node}\\s*$`)).click();
		await this.creatorItem(new RegExp(`^\\s*${action}\\s*$`, 'i')).click();
		await this.panel().waitFor();
		await this.done();
	}

	async fill(label: string, text: string): Promise<void> {
		await this.field(label).locator('input, textarea').first().fill(text);
		await this.done();
	}

	async press(button: string): Promise<void> {
		await this.panel().getByText(button, { exact: true }).first().click();
	}

	/** Chooses from a list of choices. */
	async choose(label: string, choice: string): Promise<void> {
		await this.field(label)
			.locator(byId('parameter-input-field'))
			.or(this.field(label).locator('input'))
			.first()
			.click();
		const option = this.page.locator('[role=option]:visible, li:visible', {
			hasText: new RegExp(`^\\s*${choice}`),
		});
		await option.first().click();
		await this.done();
	}

	/** Picks an entry of the list that the service gives: the one that is named, otherwise the first. */
	async pick(label: string, entry = ''): Promise<void> {
		await this.field(label).locator(byId('rlc-input')).first().click();
		const found = this.page
			.locator(`${byId('rlc-item')}:visible`)
			.filter({ hasText: entry })
			.first();
		await found.waitFor();
		await this.done();
		await found.click();
		await this.done();
	}

	/** Drags a field of the input into a field of the form. */
	async drag(field: string, label: string): Promise<void> {
		const pill = this.page.locator(byId('ndv-input-panel')).getByText(field, { exact: true }).first();
		const [from, to] = [await middle(pill), await middle(await this.target(label))];
		await this.page.mouse.move(from.x, from.y);
		await this.page.mouse.down();
		await this.page.mouse.move(from.x + 60, from.y + 20, { steps: 5 });
		await this.page.mouse.move(to.x, to.y, { steps: 10 });
		await this.done();
		await this.page.mouse.up();
		await this.page.waitForTimeout(800);
		await this.done();
	}

	/** Executes the trigger, sends a file with the form that opens, and waits until it is in the output. */
	async submitForm(): Promise<void> {
		const opening = this.page.waitForEvent('popup');
		await this.page.locator(byId('node-execute-button')).first().click();
		const form = await opening;
		const file = { name: 'Offer 2027.txt', mimeType: 'text/plain', buffer: Buffer.from('An offer') };
		await form.locator('input[type=file]').setInputFiles([file]);
		await form.locator('button[type=submit], #submit-btn').first().click();
		await form
			.getByText(/Form Submitted|response has been recorded/i)
			.first()
			.waitFor();
		await form.close();
		await this.output().getByText(file.name).first().waitFor();
		await this.done();
	}

	/** Executes the node of the open panel, and waits for a field in its output. */
	async execute(field: string): Promise<void> {
		await this.page.locator(byId('node-execute-button')).first().click();
		await this.output().getByText(field, { exact: true }).first().waitFor();
		await this.done();
	}

	async publish(): Promise<void> {
		await this.closePanel();
		// For the film: n8n puts a node on another one where there is little room.
		await this.page.keyboard.press('Shift+Alt+T');
		await this.page.waitForTimeout(800);
		await this.done();
		await this.page.locator(byId('workflow-open-publish-modal-button')).click();
		await this.done();
	}

	/** In the dialog that `publish` opens. */
	async confirmPublication(): Promise<void> {
		await this.page.locator(byId('workflow-publish-button')).click();
		await this.page.locator(byId('workflow-publish-button')).waitFor({ state: 'hidden' });
		await this.page.getByRole('button', { name: 'Got it' }).click();
		// n8n's list of things to do in production.
		await this.page.getByText('Production Checklist').waitFor();
		await this.page.keyboard.press('Escape');
		await this.page.keyboard.press('1');
		await this.page.waitForTimeout(800);
		await this.done();
	}

	/** Opens the address that the first node shows under this name, as the people do who get it. */
	async visit(name: string): Promise<void> {
		await this.page.locator(byId('canvas-node')).first().dblclick();
		await this.panel().waitFor();
		await this.press(name);
		const address = await this.panel()
			.getByText(/^https?:\/\/\S+\/form\/\S+$/)
			.first()
			.innerText();
		const page = await fetch(address);
		if (!page.ok) throw new Error(`${address} answers ${page.status}`);
		await this.closePanel();
	}

	private async done(): Promise<void> {
		await this.page.waitForTimeout(300);
		await this.onStep();
	}

	private async closePanel(): Promise<void> {
		await this.page.keyboard.press('Escape');
		await this.panel().waitFor({ state: 'hidden' });
	}

	private panel = (): Locator => this.page.locator(byId('ndv'));
	private output = (): Locator => this.page.locator(byId('output-panel'));
	private creatorItem = (name: RegExp): Locator =>
		this.page.locator(byId('node-creator-item-name'), { hasText: name }).first();

	/** The field under a label. */
	private field(label: string): Locator {
		const title = this.page.getByText(label, { exact: true });
		return this.panel().locator(byId('parameter-item')).filter({ has: title }).last();
	}

	/** What something is dropped on: the input of a locator beside its mode, or the only one. */
	private async target(label: string): Promise<Locator> {
		const locator = this.field(label).locator(byId('rlc-input'));
		if ((await locator.count()) > 0) return locator.first();
		return this.field(label).locator('.cm-editor, textarea, input').first();
	}
}

async function middle(element: Locator): Promise<{ readonly x: number; readonly y: number }> {
	const box = await element.boundingBox();
	if (!box) throw new Error('what is to be dragged or dropped on is not on the page');
	return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
