import { expectSent, file, useStrictLibrary, type ComposedCase } from '../support/composedCases';
import { on } from '../support/library';

/* Metadata from JSON, or from the rows of the form where these are chosen (single values: values.test.ts). */

const strict = useStrictLibrary();
const metadata = (rest: Record<string, unknown>) => on('metadata', 'set', { file, key: 'k', ...rest });
const row = (name: string, type: string, value: string) => ({ rows: [{ name, type, value }] });

const CASES: ComposedCase[] = [
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
