import { readFileSync } from 'node:fs';
import path from 'node:path';
import { NodeHelpers, type INodeParameters } from 'n8n-workflow';
import { allNodes } from '../../contract/actionNodes';

/* savedNodes.jsonl: nodes as version 0.1.0 saved them; later versions add nodes and change none. */

const saved = readFileSync(path.join(__dirname, 'savedNodes.jsonl'), 'utf8')
	.trim()
	.split('\n')
	.map((line) => JSON.parse(line) as [type: string, parameters: INodeParameters])
	.map(
		([type, parameters], line) => [`${line + 1} ${type} ${JSON.stringify(parameters)}`, type, parameters] as const,
	);

/** Without collections that nothing was added to: a form may have lost an empty one. */
const withoutEmpty = (parameters: INodeParameters): INodeParameters =>
	Object.fromEntries(Object.entries(parameters).filter(([, value]) => JSON.stringify(value) !== '{}'));

// n8n adds pollTimes to the form of a trigger that polls.
test.each(saved)('line %s', (_title, type, { pollTimes: _, ...parameters }) => {
	const description = allNodes.find(({ description: { name } }) => name === type.replace(/Tool$/, ''))?.description;
	if (!description) throw new Error(`There is no node ${type}`);
	const node = { id: '1', name: 'Saved', type, typeVersion: 1, position: [0, 0] as [number, number], parameters };
	const ofNode = { ...description, name: type };
	// What n8n makes of the parameters when it loads a workflow: fields that the form does not have are dropped.
	const loaded = NodeHelpers.getNodeParameters(description.properties, parameters, true, false, node, ofNode);
	expect(loaded).toMatchObject(withoutEmpty(parameters));
	// Nor is anything asked for that was not asked for.
	expect(
		NodeHelpers.getNodeParametersIssues(description.properties, { ...node, parameters: loaded ?? {} }, ofNode),
	).toBeNull();
	const shown = description.credentials?.filter((credential) =>
		NodeHelpers.displayParameter(loaded ?? {}, credential, node, ofNode),
	);
	expect(shown).toHaveLength(1);
});

/** The conditions of a form, in all depths. */
const conditionsIn = (value: unknown): unknown[] =>
	typeof value !== 'object' || value === null
		? []
		: Object.entries(value).flatMap(([key, inner]) =>
				key === 'displayOptions' ? Object.values(inner as object) : conditionsIn(inner),
			);

test.each(allNodes.map(({ description }) => [description.name, description] as const))(
	'%s uses one credential at a time, and its conditions name values',
	(_name, { credentials = [], properties }) => {
		const values = conditionsIn({ credentials, properties }).flatMap((shown) =>
			Object.values(shown as object).flat(),
		);
		expect(values.filter((value) => value === undefined || value === null)).toEqual([]);
		const choices = credentials.map(({ displayOptions }) => displayOptions?.show?.authentication);
		expect(new Set(choices.flat()).size).toBe(choices.flat().length);
		expect(choices.length === 1 || choices.every((choice) => choice?.length === 1)).toBe(true);
	},
);
