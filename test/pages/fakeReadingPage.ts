import { FakePage, type Answer } from './fakePage';

/** n8n has recorded the answer. */
export const ACCEPTED: Answer = { status: 200, content: { state: 'accepted', message: 'Noted.' } };

/** The reading page; it asks to read to the end unless `more` says something else. */
export class FakeReadingPage extends FakePage {
	constructor(more: object = {}, options: { hash?: string; lang?: string; answers?: Answer[] } = {}) {
		super('reading.ts', { ask: 'read', ...more }, options);
	}

	/** The person decides, and confirms it. */
	async decide(decision: 'approve' | 'decline'): Promise<void> {
		await this.click(decision);
		await this.click('confirmYes');
	}
}
