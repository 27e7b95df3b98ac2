import { read, sourcesIn } from './imports';

/*
 * docs/security.md lists every bound: each row names the constant in the code, and says the same number; and each
 * constant of the code that looks like a bound has a row, or is named here with the reason why it needs none.
 */

const PAGE = 'docs/security.md';

/** What counts in powers of 1024, in thousands, and times in ms. */
const UNITS: Readonly<Record<string, number>> = {
	KiB: 1024,
	MiB: 1024 ** 2,
	kB: 1000,
	MB: 1e6,
	ms: 1,
	s: 1000,
	min: 60_000,
	h: 3_600_000,
	d: 86_400_000,
};

/** `1,000`, `64 MiB` or `5 min` as the number in the code; a name in `_SECONDS` or `RETRY_AFTER` counts seconds. */
function valueOf(text: string, name: string): number {
	const [, digits = '', unit = ''] = /^([\d,.]+) ?(\w*)/.exec(text) ?? [];
	const value = Number(digits.replaceAll(',', '')) * (UNITS[unit] ?? 1);
	const isSeconds = /SECONDS|RETRY_AFTER/.test(name) && unit in UNITS;
	return isSeconds ? value / 1000 : value;
}

/** `NAME = 64 * 1024` and `{ requests: 500 }` in a source, as numbers. */
function constantsIn(source: string): Map<string, number> {
	const found = [...source.matchAll(/^(?:export )?const ([A-Z][A-Z0-9_]+) = ([\d_.e*\s]+);$/gm)];
	return new Map(
		found.map(([, name = '', expression = '']) => [
			name,
			expression.split('*').reduce((product, factor) => product * Number(factor.trim().replaceAll('_', '')), 1),
		]),
	);
}

interface Row {
	readonly file: string;
	readonly name: string;
	readonly text: string;
}

/** The rows of all tables of the page whose last cell names a constant. */
const rowsIn = (page: string): Row[] =>
	[...page.matchAll(/^\| [^|\n]+ \| ([^|\n]+) \|.*\| `(src\/[\w/]+\.ts)` `(\w+)` \|$/gm)].map(
		([, text = '', file = '', name = '']) => ({ file, name, text: text.trim() }),
	);

const rows = rowsIn(read(PAGE));
const LOOKS_LIKE_A_BOUND = /^(MAX|MOST|LARGE|LONGEST|LATEST|LIMIT|TEXT_LIMIT)|_LIMIT$|SILENCE|TOTAL_MS|TIMEOUT/;

/** Tools are not shipped, forms are in the reference, and what visitors may send has tables and tests of its own. */
const ELSEWHERE =
	/^src\/(tools|pages|protocol\/(catalogue|preview|reading)|n8n\/(previewPage|previewTrigger|reading))\//;

/** Constants that look like bounds and bound nothing that an administrator could notice. */
const OTHERS: Readonly<Record<string, string>> = {
	'src/client/paging/offsetPages.ts MAX_SECONDS': 'tells seconds from milliseconds',
	'src/protocol/operation/check/date.ts LARGEST_SECONDS': 'tells seconds from milliseconds',
	'src/protocol/operation/check/date.ts LATEST_MS': 'the end of the year 9999',
	'src/protocol/preview/viewerEvent.ts MAX_TIME': 'the largest date of JavaScript',
	'src/edition/full/blocks.ts MOST_WAITING': 'how far reading is ahead of writing',
	'src/edition/full/blocks.ts MOST_SPARE': 'how much memory is used again',
	'src/edition/full/blockPool.ts MOST_READ': 'how much is handed on at once',
	'src/client/http/slowTransfer.ts LONGEST_NAP_MS': 'how often a clock is looked at',
	'src/client/upload/streamSource.ts LARGE': 'chooses between two ways of reading',
	'src/n8n/execute/resultHints.ts LARGE': 'when a hint is shown',
	'src/n8n/credentials/tokenCaller.ts LONGEST_PAUSE_MS': 'the pause inside MAX_WAIT_MS',
	'src/client/service/queue.ts LONGEST_PAUSE_MS': 'the pause between two questions',
	'src/n8n/operations/directory/synchronize.ts MAX_NAMES': 'how many names a hint shows',
	'src/protocol/directory/planDirectory.ts MAX_REASONS': 'how many reasons a summary shows',
	'src/protocol/plan/items.ts MAX_SHOWN': 'how many changes a summary shows; it says how many more there are',
	'src/n8n/plan/runPlan.ts MAX_TOTALS': 'how many hints with totals are shown',
	'src/protocol/wire/paths.ts MAX_ENDING': 'which ending of a long name is kept',
	'src/client/zip/archive.ts MAX_NAME_BYTES': 'what the ZIP format can say',
	'src/n8n/operations/listing/downloadZip.ts MAX_LISTED': 'how many files an item lists; it says how many there are',
	'src/protocol/tree/glob.ts MOST_KEPT': 'how much of earlier comparisons is kept',
	'src/protocol/tree/glob.ts MOST_NUMBERS': 'how much of earlier comparisons is kept',
	'src/n8n/changeTrigger/poll.ts MAX_TEST_ITEMS': 'how many items a test in the editor shows',
};

test.each(rows)('$file $name is $text', ({ file, name, text }) => {
	expect(constantsIn(read(file)).get(name)).toBe(valueOf(text, name));
});

test('every constant that looks like a bound is on the page', () => {
	const listed = new Set(rows.map(({ file, name }) => `${file} ${name}`));
	const missing = sourcesIn('src')
		.filter((file) => !ELSEWHERE.test(file))
		.flatMap((file) =>
			[...constantsIn(read(file)).keys()]
				.filter((name) => LOOKS_LIKE_A_BOUND.test(name))
				.map((name) => `${file} ${name}`),
		)
		.filter((constant) => !listed.has(constant) && !(constant in OTHERS));
	expect(missing).toEqual([]);
	expect(rows.length).toBeGreaterThan(40);
});

test('a planted row with another number is found', () => {
	const [row] = rowsIn('| Redirects | 6 | no | an error | `src/client/http/redirect.ts` `MAX_REDIRECTS` |');
	expect(valueOf(row?.text ?? '', row?.name ?? '')).not.toBe(constantsIn(read(row?.file ?? '')).get('MAX_REDIRECTS'));
	expect(valueOf('64 MiB', 'X')).toBe(64 * 1024 ** 2);
	expect(valueOf('60 s (of 3)', 'MAX_RETRY_AFTER')).toBe(60);
});
