import vm from 'node:vm';
import { readingScript } from '../../../src/n8n/previewPage/readingScript';

/** What the page posts. */
export type Post = Record<string, unknown>;
/** What n8n answers; status 0 for a connection that is lost. */
export interface Answer {
	readonly status: number;
	readonly content?: unknown;
}
/** n8n has recorded the answer. */
export const ACCEPTED: Answer = { status: 200, content: { state: 'accepted', message: 'Noted.' } };
/** An event of the viewer: it shows a page. */
export const page = (current: number, total = 3): object => ({ page: { current, total } });
/** The kinds of posts. */
export const kindsOf = (posts: readonly Post[]): unknown[] => posts.map(({ kind }) => kind);
type Run = (event: object) => void;

/** The script of the reading page with elements, a clock and an n8n that tests decide on. */
export class FakeReadingPage {
	readonly posts: Post[] = [];
	readonly notices: string[] = [];
	readonly document = { visibilityState: 'visible', querySelectorAll: () => [] };
	readonly location: { hash: string };
	private readonly elements = new Map<string, Record<string, unknown>>();
	private readonly listeners = new Map<string, Run>();
	private readonly frame = { contentWindow: {} };
	private readonly timers = new Map<number, { readonly at: number; readonly run: () => void }>();
	private clock = 1_800_000_000_000;
	private lastTimer = 0;
	/** What the rest of the page calls. */
	private readonly page: { onShow?: () => void; onLeave?: () => void } = {};

	/** `more` is added to the settings of the script; n8n gives the `answers` in turn, then takes everything. */
	constructor(more: object = {}, { hash = '', answers = [] as Answer[] } = {}) {
		this.location = { hash };
		const listen = (on: string) => (type: string, run: Run) => this.listeners.set(`${on} ${type}`, run);
		const { document, location, frame, notices, page } = this;
		vm.runInNewContext(`${readingScript}\nObject.assign(page, { onShow, onLeave });`, {
			...{ document, location, frame, page, AbortController, token: 'first', self: { name: '' } },
			...{ sandboxed: false, responded: false, loaded: false, showProgress: () => undefined },
			data: { type: 'T', origin: 'https://f', ask: 'read', media: false, ...more },
			Date: { now: () => this.clock },
			history: { replaceState: (_state: unknown, _title: string, url: string) => (location.hash = url) },
			byId: (id: string) => this.element(id, listen(id)),
			notify: (text: string) => notices.push(text),
			renew: async () => ({ ok: true }),
			post: async (body: Post) => this.answer(body, answers.shift()),
			addEventListener: listen('window'),
			setTimeout: (run: () => void, ms: number) => this.later(run, ms),
			clearTimeout: (timer: number) => this.timers.delete(timer),
		});
	}

	/** What an element shows. */
	text(id: string): unknown {
		return this.elements.get(id)?.textContent;
	}

	/** The person types a comment. */
	comment(value: string): void {
		Object.assign(this.elements.get('comment') ?? {}, { value });
	}

	async click(id: string, detail = 1): Promise<void> {
		this.listeners.get(`${id} click`)?.({ detail });
		await this.elapse(0);
	}

	/** The viewer in the frame reports an event. */
	async say(event: object): Promise<void> {
		const data = JSON.stringify({ type: 'T', time: this.clock, ...event });
		this.listeners.get('window message')?.({ source: this.frame.contentWindow, origin: 'https://f', data });
		await this.elapse(0);
	}

	/** The person returns to the tab, or leaves it. */
	async turnTo(state: 'visible' | 'hidden'): Promise<void> {
		this.document.visibilityState = state;
		if (state === 'visible') this.page.onShow?.();
		else this.page.onLeave?.();
		await this.elapse(0);
	}

	/** So many milliseconds pass. */
	async elapse(ms: number): Promise<void> {
		const end = this.clock + ms;
		for (;;) {
			for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
			const next = [...this.timers].sort(([, a], [, b]) => a.at - b.at)[0];
			if (!next || next[1].at > end) break;
			this.timers.delete(next[0]);
			this.clock = Math.max(this.clock, next[1].at);
			next[1].run();
		}
		this.clock = end;
	}

	private later(run: () => void, ms: number): number {
		this.timers.set(++this.lastTimer, { at: this.clock + ms, run });
		return this.lastTimer;
	}

	private answer(body: Post, { status, content = {} }: Answer = { status: 204 }): object {
		this.posts.push(body);
		if (status === 0) throw new TypeError('no connection');
		return { status, json: async () => content };
	}

	private element(id: string, addEventListener: (type: string, run: Run) => void): Record<string, unknown> {
		const nothing = () => undefined;
		const made = { dataset: {}, value: '', maxLength: 2000, focus: nothing, setAttribute: nothing };
		const found = this.elements.get(id) ?? { ...made, addEventListener };
		this.elements.set(id, found);
		return found;
	}
}
