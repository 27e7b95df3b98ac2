import { expectSent, file, useStrictLibrary, type ComposedCase } from '../support/composedCases';
import { DIFFICULT, on } from '../support/library';

/* Metadata, which is composed of rows in the form and JSON. */

const strict = useStrictLibrary();
const metadata = (rest: Record<string, unknown>) => on('metadata', 'set', { file, key: 'k', ...rest });
const row = (name: string, type: string, value: string) => ({ rows: [{ name, type, value }] });

const CASES: ComposedCase[] = [
	[
		'metadata text',
		'libraryFileSetMetadata',
		metadata({ properties: row('名', 'string', DIFFICULT) }),
		{ metadata: JSON.stringify({ 名: DIFFICULT }) },
	],
	[
		'metadata number 0',
		'libraryFileSetMetadata',
		metadata({ properties: row('n', 'number', '0') }),
		{ metadata: '{"n":0}' },
	],
	[
		'metadata number from an expression',
		'libraryFileSetMetadata',
		metadata({ properties: row('n', 'number', '={{ 0 }}') }),
		{ metadata: '{"n":0}' },
	],
	[
		'metadata date and time',
		'libraryFileSetMetadata',
		metadata({
			properties: {
				rows: [
					{ name: 'd', type: 'date', value: '2026-12-31' },
					{ name: 't', type: 'time', value: '2026-12-31 18:00:00' },
				],
			},
		}),
		{ metadata: '{"d":"2026-12-31","t":"2026-12-31 18:00:00"}' },
	],
	[
		'metadata select',
		'libraryFileSetMetadata',
		metadata({ properties: row('s', 'select', 'é') }),
		{ metadata: '{"s":"é"}' },
	],
	[
		'metadata multiple select of one',
		'libraryFileSetMetadata',
		metadata({ properties: row('m', 'multi', 'a b') }),
		{ metadata: '{"m":["a b"]}' },
	],
	[
		'metadata multiple select of two',
		'libraryFileSetMetadata',
		metadata({ properties: row('m', 'multi', 'a, b') }),
		{ metadata: '{"m":["a","b"]}' },
	],
	[
		'metadata as JSON text',
		'libraryFileSetMetadata',
		metadata({ mode: 'json', propertiesJson: '{ "a": 0, "b": ["é"] }' }),
		{ metadata: '{"a":0,"b":["é"]}' },
	],
	[
		'metadata as JSON object of an expression',
		'libraryFileSetMetadata',
		metadata({ mode: 'json', propertiesJson: '={{ { a: 0, b: "" } }}' }),
		{ metadata: '{"a":0,"b":""}' },
	],
	[
		'only the rows: the JSON of the other mode stays in the form',
		'libraryFileSetMetadata',
		metadata({ mode: 'manual', propertiesJson: '{"a":1,"b":2}', properties: row('a', 'number', '3') }),
		{ metadata: '{"a":3}' },
	],
	[
		'only the JSON: the rows of the other mode stay in the form',
		'libraryFileSetMetadata',
		metadata({ mode: 'json', propertiesJson: '{"a":1}', properties: row('b', 'number', '={{ "no number" }}') }),
		{ metadata: '{"a":1}' },
	],
];

test.each(CASES)('%s', async (...row) => await expectSent(strict, ...row));
