import vm from 'node:vm';
import { pageText } from '#preview';

export type Post = Record<string, unknown>;
/** What n8n answers; status 0 for a connection that is lost. */
export interface Answer {
	readonly status: number;
	readonly content?: unknown;
	readonly retryAfter?: string;
}
/** An event of the viewer: it shows a page. */
export const page = (current: number, total = 3): object => ({ page: { current, total } });
/** An event of the viewer: it plays media. */
export const at = (current: number, total: number): object => ({ progress: { current, total } });
export const kindsOf = (posts: readonly Post[]): unknown[] => posts.map(({ kind }) => kind);
type Run = (event: object) => void;

const SETTINGS = { type: 'T', origin: 'https://f', token: 'first', media: false, validMs: 600_000, content: 'c1' };
const nothing = () => undefined;

/** The program of a page, as browsers get it, with elements, a clock and an n8n that tests decide on. */
export class FakePage {
	/** What the page posted, without what asks for a new preview link; that is granted. */
	readonly posts: Post[] = [];
	renewals = 0;
	/** Whether n8n leaves requests for a new preview link without an answer. */
	renewsNothing = false;
	/** What n8n says of the file when it grants a new preview link. */
	now: object = { content: 'c1', changed: false };
	readonly location = { href: 'https://n8n/webhook/page', hash: '' };
	private readonly document: Record<string, unknown> = {
		visibilityState: 'visible',
		documentElement: { lang: 'en', classList: { add: nothing } },
		querySelectorAll: () => [],
		getElementById: (id: string) => (id === 'open' ? null : this.element(id)),
	};
	private readonly elements = new Map<string, Record<string, unknown>>();
	private readonly listeners = new Map<string, Run>();
	private readonly frame = {};
	private readonly timers = new Map<number, { readonly at: number; readonly run: () => void }>();
	private clock = 1_800_000_000_000;
	private lastTimer = 0;

	/** `more` is added to the settings of the page; n8n gives the `answers` in turn, then takes everything. */
	constructor(
		program: 'preview.ts' | 'reading.ts',
		more: object,
		{ hash = '', lang = 'en', answers = [] as Answer[] } = {},
	) {
		this.location.hash = hash;
		this.document.documentElement = { lang, classList: { add: nothing } };
		this.document.addEventListener = this.listen('document');
		Object.assign(this.element('data'), { textContent: JSON.stringify({ ...SETTINGS, ...more }) });
		Object.assign(this.element('preview'), { contentWindow: this.frame, cloneNode: () => this.element('preview') });
		const { document, location } = this;
		vm.runInNewContext(pageText(program), {
			document,
			location,
			AbortController,
			URL,
			navigator: { languages: ['fr', 'en-GB'] },
			self: { name: '', origin: 'https://n8n' },
			Date: { now: () => this.clock },
			history: { replaceState: (_state: unknown, _title: string, url: string) => (location.hash = url) },
			fetch: async (_url: string, { body, signal }: { body: string; signal: AbortSignal | null }) => {
				const answer = this.answer(JSON.parse(body), answers);
				return answer ?? (await new Promise((_, reject) => signal?.addEventListener('abort', reject)));
			},
			addEventListener: this.listen('window'),
			window: {
				setTimeout: (run: () => void, ms: number) => this.later(run, ms),
				clearTimeout: (timer: number) => this.timers.delete(timer),
			},
		});
	}

	/** Whether an element is not shown, as far as a program has said so. */
	isHidden(id: string): unknown {
		return this.elements.get(id)?.hidden;
	}

	text(id: string): unknown {
		return this.elements.get(id)?.textContent;
	}

	comment(value: string): void {
		Object.assign(this.element('comment'), { value });
	}

	async click(id: string, detail = 1): Promise<void> {
		this.listeners.get(`${id} click`)?.({ detail });
		await this.elapse(0);
	}

	/** The viewer in the frame reports an event. */
	async say(event: object): Promise<void> {
		const data = JSON.stringify({ type: 'T', time: this.clock, ...event });
		this.listeners.get('window message')?.({ source: this.frame, origin: 'https://f', data });
		await this.elapse(0);
	}

	/** The person returns to the tab, or leaves it. */
	async turnTo(state: 'visible' | 'hidden'): Promise<void> {
		this.document.visibilityState = state;
		this.listeners.get('document visibilitychange')?.({});
		await this.elapse(0);
	}

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

	private listen(on: string) {
		return (type: string, run: Run): void => void this.listeners.set(`${on} ${type}`, run);
	}

	private later(run: () => void, ms: number): number {
		this.timers.set(++this.lastTimer, { at: this.clock + ms, run });
		return this.lastTimer;
	}

	private answer(body: Post, answers: Answer[]): object | undefined {
		const renews = body.renew === true || body.kind === 'renew';
		if (renews) this.renewals += 1;
		else this.posts.push(body);
		if (renews && this.renewsNothing) return undefined;
		const renewed: Answer = {
			status: 200,
			content: { url: 'https://f/new', token: `token ${this.renewals}`, ...this.now },
		};
		const { status, content = {}, retryAfter = null } = renews ? renewed : (answers.shift() ?? { status: 204 });
		if (status === 0) throw new TypeError('no connection');
		return { status, json: async () => content, headers: { get: () => retryAfter } };
	}

	private element(id: string): Record<string, unknown> {
		const made = { dataset: {}, value: '', maxLength: 2000, focus: nothing, setAttribute: nothing };
		const found = this.elements.get(id) ?? { ...made, addEventListener: this.listen(id), replaceWith: nothing };
		this.elements.set(id, found);
		return found;
	}
}
