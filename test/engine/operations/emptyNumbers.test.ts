import { adminOperations, libraryOperations, partnerOperations, userOperations } from '../../../src/entries';
import type { AnyOperation } from '../../../src/protocol/operation/define';
import { labelOf } from '../../../src/protocol/operation/fields';
import { placeOf } from '../../../src/n8n/form/operationLayout';
import { someCases } from '../../support/runs';
import { by, on, withValue } from '../support/library';
import { nodes } from '../support/nodes';

/*
 * An expression that gives nothing for a number or a time, such as an empty cell of a table, is refused: the default
 * could be another number than the person meant. In an update it leaves the field as it is.
 */

const strict = nodes({ service: 'strict' });
const { server } = strict;

const ITEM = { json: { empty: '', nothing: null } };
const EMPTY = ['={{ $json.empty }}', '={{ $json.nothing }}', '={{ $json.missing }}', '={{ "" + $json.empty }}'];

type Case = [name: string, node: string, label: string, fill: (value: unknown) => Record<string, unknown>];

const chosenFor = ({ input }: AnyOperation, key: string): Record<string, unknown> => {
	const { showFor } = input[key] ?? {};
	return showFor ? { [showFor.field]: showFor.values[0] === 'true' ? true : showFor.values[0] } : {};
};

const cases: Case[] = Object.entries({
	fileLibrary: libraryOperations,
	fileLibraryAdmin: adminOperations,
	fileLibraryPartner: partnerOperations,
	fileLibraryUser: userOperations,
}).flatMap(([node, operations]) =>
	operations.flatMap((op) =>
		Object.entries(op.input).flatMap(([key, field]): Case[] => {
			const place = placeOf(field);
			if (!['int', 'size', 'date'].includes(field.kind) || place === 'updateFields') return [];
			const at = place === 'top' ? key : `${place}.${key}`;
			const base = on(op.resource, op.operation, { ...op.example, ...chosenFor(op, key) });
			const label = labelOf(key, field);
			return [[`${op.id}: ${label}`, node, label, (value) => withValue(base, at, value)]];
		}),
	),
);

test('there are numbers and times in many operations', () => expect(cases.length).toBeGreaterThan(80));

async function expectRefused(node: string, label: string, parameters: Record<string, unknown>): Promise<void> {
	const { error } = await strict.run(node, parameters, [ITEM]);
	expect(error?.message).toBe(`${label}: the expression gave nothing for this item`);
	expect(error?.description).toContain('Check the field name in {{ … }}.');
	expect(server.requests).toEqual([]);
}

test.each(cases.map((one, nth) => [...one, nth] as const))('%s', async (_name, node, label, fill, nth) => {
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
