import { MAX_PAGES, type PagesRead, type ReadingRead } from '../features/reading/plan/readingPage';

/** Browsers limit how often the address may change. */
const KEEP_MS = 400;

type Range = readonly [number, number];

function rangesIn(pages: readonly number[]): Range[] {
	const ranges: Range[] = [];
	for (const page of pages) {
		const last = ranges[ranges.length - 1];
		if (last && last[1] === page - 1) ranges[ranges.length - 1] = [last[0], page];
		else ranges.push([page, page]);
	}
	return ranges;
}

const textOf = (range: Range, dash: string): string => [...new Set(range)].join(dash);

/** How many ranges a text names. */
const NAMED = 6;

/** Pages as texts take them: how many, the first ranges as people write them (`3`, `5–7`), and how many more. */
export function pagesInWords(pages: readonly number[]): [count: number, ranges: string[], more: number] {
	const ranges = rangesIn(pages);
	const more = ranges.slice(NAMED).reduce((sum, [from, to]) => sum + to - from + 1, 0);
	return [pages.length, ranges.slice(0, NAMED).map((range) => textOf(range, '–')), more];
}

/** The pages that an address keeps: `#opened=1-3,7/10/ab` for pages 1 to 3 and 7 of 10 of the content ab. */
function keptIn(hash: string, content: string): PagesRead {
	const [, opened = '', count = '0', mark] = /^#opened=([\d,-]*)\/(\d{1,6})\/(\w*)$/.exec(hash) ?? [];
	const total = Number(count);
	const pages: number[] = [];
	if (total > MAX_PAGES || mark !== content) return { pages, total: 0 };
	for (const range of opened.split(',').slice(0, total)) {
		const [from = 0, to = from] = range.split('-').map(Number);
		// In ascending order, whatever stands there.
		const start = Math.max(from, (pages[pages.length - 1] ?? 0) + 1);
		for (let page = start; page <= Math.min(to, total); page += 1) pages.push(page);
	}
	return { pages, total };
}

/**
 * The pages that were shown. They survive a reload, because they are kept behind the # of the address, which is not
 * sent to n8n: a page in n8n's sandbox has no storage, and no state in the browser's history.
 */
export class OpenedPages {
	readonly opened = new Set<number>();
	/** The number of pages, as `setTotal` took it; 0 as long as it is not known. */
	total = 0;
	private keepTimer = 0;
	/** What was read of the content before this page was loaded. */
	private before: readonly PagesRead[];

	/** `content` is the mark of the content that is shown. */
	constructor(
		public content: string,
		known?: PagesRead,
	) {
		this.before = [...(known ? [known] : []), keptIn(location.hash, content)];
	}

	/** Another content is shown from now on, of which nothing was read. */
	beginAnew(content: string): void {
		this.content = content;
		this.before = [];
		this.opened.clear();
		this.total = 0;
	}

	get isComplete(): boolean {
		return this.total > 0 && this.opened.size === this.total;
	}

	/** Takes the number of pages. What was read of a file with as many pages counts. */
	setTotal(total: number): void {
		if (total === this.total) return;
		this.total = total;
		for (const read of this.before) if (read.total === total) read.pages.forEach((page) => this.opened.add(page));
		for (const page of this.opened) if (page > total) this.opened.delete(page);
	}

	read(): ReadingRead {
		const pages = [...this.opened].sort((a, b) => a - b);
		return { pages, total: this.total, content: this.content };
	}

	missing(): number[] {
		const all = Array.from({ length: this.total }, (_, index) => index + 1);
		return all.filter((page) => !this.opened.has(page));
	}

	/** Keeps them in the address, soon. */
	keep(): void {
		this.keepTimer ||= window.setTimeout(() => this.keepNow(), KEEP_MS);
	}

	keepNow(): void {
		window.clearTimeout(this.keepTimer);
		this.keepTimer = 0;
		if (this.total === 0) return;
		const opened = rangesIn(this.read().pages).map((range) => textOf(range, '-'));
		try {
			history.replaceState(null, '', `#opened=${opened.join(',')}/${this.total}/${this.content}`);
		} catch {
			// Not kept.
		}
	}
}
