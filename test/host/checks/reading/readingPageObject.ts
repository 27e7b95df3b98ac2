import type { FrameLocator, Page } from 'playwright-core';

/* What a reader does and reads; the texts are written a second time, so a change of wording must be made here too. */

/** Texts of the reading page. */
export const READING = { withoutScript: 'Without it you can see the file, but nothing is recorded.' } as const;

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

	/** Turns so many pages forward in the preview. */
	async turnPages(count: number): Promise<void> {
		for (let turned = 0; turned < count; turned++) await this.preview.getByRole('button', { name: 'Next' }).click();
	}
}
