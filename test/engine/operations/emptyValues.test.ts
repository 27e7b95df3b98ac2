import { placeOf } from '../../../src/n8n/form/operationLayout';
import { someCases } from '../../support/runs';
import { inputFields, named } from '../support/inputFields';
import { by, on } from '../support/library';
import { nodes } from '../support/nodes';

const strict = nodes({ service: 'strict' });
const { server } = strict;

/* An expression that gives nothing for a number or a time is refused: a default could be another one than was meant. */

const data = { mimeType: 'text/plain', fileName: 'a.txt', data: 'eA==' };
const ITEM = { json: { empty: '', nothing: null }, binary: { data } };
const EMPTY = ['={{ $json.empty }}', '={{ $json.nothing }}', '={{ $json.missing }}', '={{ "" + $json.empty }}'];

const numbers = inputFields.filter(
	({ field }) => ['int', 'size', 'date'].includes(field.kind) && placeOf(field) !== 'updateFields',
);

test('there are numbers and times in many operations', () => expect(numbers.length).toBeGreaterThan(80));

async function expectRefused(node: string, label: string, parameters: Record<string, unknown>): Promise<void> {
	const { error } = await strict.run(node, parameters, [ITEM]);
	expect(error?.message).toBe(`${label}: the expression gave nothing for this item`);
	expect(error?.description).toContain('Check the field name in {{ … }}.');
	expect(server.requests).toEqual([]);
}

test.each(named(numbers))('%s', async (_name, { node, label, fill }, nth) => {
	for (const empty of someCases(EMPTY, nth)) await expectRefused(node, label, fill(empty));
});

test.each([
	['Concurrency', { concurrency: '={{ $json.empty }}' }],
	['Timeout (Seconds)', { requestTimeout: '={{ $json.empty }}' }],
	['Wait at Most (Seconds)', { waitLimit: '={{ $json.missing }}' }],
])('the option %s of the node', async (label, options) => {
	const copy = { file: by('path', 'a.txt'), destinationFolder: by('path', 'To'), options };
	await expectRefused('fileLibrary', label, on('file', 'copy', copy));
});

/* A name of blanks only is a mistake in every field of the name of a file or folder; blanks around a name stay. */

const BLANKS = [' ', '   ', '\u3000', '\u00a0', '={{ " " }}', '={{ "\\u3000" }}'];
const names = inputFields.filter(
	({ node, field, label }) =>
		/^fileLibrary(User)?$/.test(node) && field.kind === 'text' && /^(?:New|File|Folder) Name$/.test(label),
);

test('files and folders get their names in many operations', () => expect(names.length).toBeGreaterThanOrEqual(20));

test.each(named(names))('%s of blanks', async (_name, { node, label, fill }, nth) => {
	for (const blanks of someCases(BLANKS, nth)) {
		const { error } = await strict.run(node, fill(blanks), [ITEM]);
		expect([blanks, error?.message]).toEqual([blanks, `${label} contains only blanks`]);
		expect(server.requests).toEqual([]);
	}
});

test.each(['download', 'getDownloadLink'])(
	'%s: a file may be saved under any other name, a path too',
	async (operation) => {
		const options = { downloadName: '2026/offer.txt' };
		const { error } = await strict.run(
			'fileLibrary',
			on('file', operation, { file: by('path', 'a.txt'), options }),
			[ITEM],
		);
		expect(error).toBeUndefined();
		expect(server.requests.map(({ params }) => params.filename)).toContain('2026/offer.txt');
	},
);
