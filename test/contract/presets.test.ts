import 'reflect-metadata';
import { NodeHelpers, type INode, type INodeParameters, type INodeProperties } from 'n8n-workflow';
import { actionNodes } from './actionNodes';
import { aThird } from '../support/runs';
import { runsHere, startExamples, withDemo } from './demo';
import { reference, type OperationEntry } from './reference';

/* A form with no more filled in than it marks as required runs: nothing fails that the form could have shown. */

type ExampleNode = keyof typeof actionNodes;
const node: INode = { id: '', name: '', type: '', typeVersion: 1, position: [0, 0], parameters: {} };

const isMarked = ({ required, displayName }: INodeProperties): boolean =>
	(required ?? false) !== false || displayName.endsWith('(Required)');

/** The fields that n8n shows for these parameters, and the values that the others begin with. */
function shownWith({ node: name }: OperationEntry, entered: Record<string, unknown>): INodeProperties[] {
	const { properties } = actionNodes[name as ExampleNode].description;
	const values = NodeHelpers.getNodeParameters(properties, entered as INodeParameters, true, false, node, null);
	return properties.filter((property) => NodeHelpers.displayParameter(values ?? {}, property, node, null));
}

/** The parameters that somebody fills in who follows the marks alone. */
function leastOf(entry: OperationEntry): Record<string, unknown> {
	const { resource, operation, example } = entry;
	const marked = shownWith(entry, { resource, operation }).filter(isMarked);
	const filled = marked.flatMap(({ name }) => (name in example ? [[name, example[name]] as const] : []));
	return { resource, operation, ...Object.fromEntries(filled) };
}

/** What a mark cannot say, because one of several fields is enough: the error, and where the form says it. */
const SAID_BELOW: Readonly<Record<string, readonly [error: RegExp, shown: RegExp]>> = {
	libraryFileResetPermission: [/^Add a member or a department first$/, /^Add a member, or a department below$/],
	libraryFileLinkCloseMany: [/^Set at least one filter/, /^While this is off, a filter is required$/],
	libraryFileRecycleEmpty: [/^Set at least one filter/, /^While this is off, a filter is required$/],
	// The rows are the items of the input, which this test does not have.
	permissionTableApply: [/^fullpath is required$/, /^Rows as Permission: Get Table returns them$/],
	directorySynchronize: [/^Type is required$/, /^Columns: type, out_id and name/],
	entGetMemberByOutId: [/^Members can't be empty together with/, /^Or External Accounts below$/],
	entSetGroup: [/^Choose at least one field to update/, /^Update Fields$/],
	entSetMember: [/^Choose at least one field to update/, /^Update Fields$/],
	orgSet: [/^Choose at least one field to update/, /^Update Fields$/],
};

const entries = aThird(reference(), 1).filter(runsHere);
let examples: Awaited<ReturnType<typeof startExamples>>;
beforeAll(async () => (examples = await startExamples()));

test.each(entries.map((entry) => [entry.id, entry] as const))('%s', async (id, entry) => {
	await withDemo(async (emulator) => {
		const { error } = await examples.run(entry, emulator, { parameters: leastOf(entry) });
		const [message, below] = SAID_BELOW[id] ?? [];
		if (!message || !below) return expect(error?.message).toBeUndefined();
		expect(error?.message).toMatch(message);
		const texts = shownWith(entry, leastOf(entry)).flatMap(({ hint = '', displayName }) => [hint, displayName]);
		expect(texts.filter((text) => below.test(text))).not.toEqual([]);
	});
});
