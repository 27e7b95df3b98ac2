import { libraryOperations, userOperations } from '../../../src/entries';
import { labelOf } from '../../../src/protocol/operation/fields';
import { placeOf } from '../../../src/n8n/form/operationLayout';
import { on, withValue } from '../support/library';
import { nodes } from '../support/nodes';

/* A name of blanks only is a mistake in every field of the name of a file or folder; blanks around a name stay. */

const strict = nodes({ service: 'strict' });
const { server } = strict;

type Case = [name: string, node: string, label: string, fill: (value: unknown) => Record<string, unknown>];

const cases: Case[] = Object.entries({
	fileLibrary: libraryOperations,
	fileLibraryUser: userOperations,
}).flatMap(([node, operations]) =>
	operations.flatMap((op) =>
		Object.entries(op.input).flatMap(([key, field]): Case[] => {
			const label = labelOf(key, field);
			if (field.kind !== 'text' || !/^(?:New|File|Folder) Name$/.test(label)) return [];
			const place = placeOf(field);
			const base = on(op.resource, op.operation, { ...op.example });
			const at = place === 'top' ? key : `${place}.${key}`;
			return [[`${op.id}: ${label}`, node, label, (value) => withValue(base, at, value)]];
		}),
	),
);

const ITEM = { json: {}, binary: { data: { mimeType: 'text/plain', fileName: 'a.txt', data: 'eA==' } } };

test('files and folders get their names in many operations', () => expect(cases.length).toBeGreaterThanOrEqual(20));

test.each(cases)('%s', async (_name, node, label, fill) => {
	for (const blanks of [' ', '   ', '\u3000', '\u00a0', '={{ " " }}', '={{ "\\u3000" }}']) {
		const { error } = await strict.run(node, fill(blanks), [ITEM]);
		expect([blanks, error?.message]).toEqual([blanks, `${label} contains only blanks`]);
		expect(server.requests).toEqual([]);
	}
});
