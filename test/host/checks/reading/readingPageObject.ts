import type { FrameLocator, Locator, Page } from 'playwright-core';

/* What a reader does and reads; the texts are written a second time, so a change of wording must be made here too. */

/** Texts of the reading page. */
export const READING = {
	readQuestion: 'Please read this file to its end',
	approveQuestion: 'Do you approve this file?',
	finished: 'Recorded: you have read this file to its end.',
	approved: 'Recorded: you approved this file.',
	declined: 'Recorded: you declined this file.',
	pending: 'No confirmation yet that your answer was recorded. Trying again…',
	withoutScript: 'Without it you can see the file, but nothing is recorded.',
} as const;

/** Headings of the pages that are shown instead. */
export const READING_REFUSAL = {
	answered: 'This link was already answered',
	over: 'This link is closed',
	notBegun: 'This link is not open yet',
	signature: 'This link is not valid',
} as const;

/** The reading page, as a person uses it. Steps throw when the page does not show what they need in time. */
export class ReadingPageObject {
	constructor(readonly page: Page) {}

	/** Opens a link and waits until the preview shows its first page, or the player of media. */
	async open(link: string): Promise<void> {
		await this.page.goto(link);
		await this.preview.getByRole('button', { name: /Next|Play/ }).waitFor();
	}

	get preview(): FrameLocator {
		return this.page.frameLocator('#preview');
	}

	/** What is asked, or what became of it. */
	get question(): Locator {
		return this.page.getByRole('heading', { level: 2 });
	}

	/** What the page says about an answer that is being sent. */
	get state(): Locator {
		return this.page.locator('#state');
	}

	/** Which pages are missing. */
	get missing(): Locator {
		return this.page.locator('#missing');
	}

	get comment(): Locator {
		return this.page.getByLabel('Comment (optional)');
	}

	/** What confirms a decision, whatever was read. */
	get confirm(): Locator {
		return this.page.getByRole('button', { name: /^(Yes, (approve|decline)|(Approve|Decline) anyway)$/ });
	}

	button(name: 'Approve' | 'Decline' | 'Back' | 'Try again now'): Locator {
		return this.page.getByRole('button', { name, exact: true });
	}

	/** Turns so many pages forward in the preview. */
	async turnPages(count: number): Promise<void> {
		for (let turned = 0; turned < count; turned++) await this.preview.getByRole('button', { name: 'Next' }).click();
	}

	/** Approves and confirms it. */
	async approve(): Promise<void> {
		await this.button('Approve').click();
		await this.confirm.click();
	}

	/** Declines and confirms it. */
	async decline(): Promise<void> {
		await this.button('Decline').click();
		await this.confirm.click();
	}

	/** Waits until the page says this as its question or outcome. */
	async waitForQuestion(text: string): Promise<void> {
		await this.question.filter({ hasText: text }).waitFor();
	}
}
