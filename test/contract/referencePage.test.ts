import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { INodeProperties } from 'n8n-workflow';
import { outputSchema } from './outputSchemas';
import { reference, triggers, type OperationEntry } from './reference';
import { allNodes } from './actionNodes';

/* The reference for people shows what the loaded nodes show: every field with its choices, and the output. */

const page = readFileSync(join(__dirname, '..', '..', 'docs', 'operations.md'), 'utf8');
const entries = [...reference(), ...triggers()];

/** The part of the page about one operation. */
function sectionOf({ node, resource, name: title }: OperationEntry): string {
	const description = allNodes.find((one) => one.description.name === node)?.description;
	const name = description?.displayName;
	const resources = description?.properties.find((property) => property.name === 'resource')?.options ?? [];
	const inTitleCase = resource.replace(/([A-Z])/g, ' $1').replace(/^./, (first) => first.toUpperCase());
	const heading = resources.find((option) => 'value' in option && option.value === resource)?.name ?? inTitleCase;
	const chapter = page.split(/^## /m).find((text) => text.startsWith(`${name}\n`)) ?? '';
	return chapter.split(/^### /m).find((text) => text.startsWith(`${heading}: ${title}\n`)) ?? '';
}

/** The fields that a node shows for an operation, those in collections included. */
function shownFields({ node, resource, operation, trigger }: OperationEntry): INodeProperties[] {
	const description = allNodes.find((one) => one.description.name === node)?.description;
	const own = (description?.properties ?? []).filter(({ displayOptions }) => {
		const { show } = displayOptions ?? {};
		return trigger || (show?.resource?.includes(resource) && show.operation?.includes(operation));
	});
	return own
		.flatMap((property) => [property, ...inside(property)])
		.filter(({ type }) => !/ollection|notice|hidden/.test(type));
}

function inside({ options = [] }: INodeProperties): INodeProperties[] {
	return options.flatMap((option) => {
		const fields = 'values' in option ? option.values : 'type' in option ? [option] : [];
		return fields.flatMap((field) => [field, ...inside(field)]);
	});
}

const namesOf = ({ type, options = [] }: INodeProperties): string[] =>
	/^(multiO|o)ptions$/.test(type) ? options.map((option) => ('value' in option ? option.name : '')) : [];

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Only the tool for an AI agent shows it: the top of the page describes it, the caution names the switch. */
const isForTools = ({ displayOptions }: INodeProperties): boolean => '@tool' in (displayOptions?.show ?? {});

/** Described at the top of the page. */
const COMMON = /^(Concurrency|Timeout \(Seconds\)|Authentication|Library|Resource|Operation)$/;

test.each(entries)('$id: every field with its choices and its output', (entry) => {
	const section = sectionOf(entry);
	const all = shownFields(entry);
	const fields = all.filter((field) => !COMMON.test(field.displayName) && !isForTools(field));
	const cells = section.split('\n').filter((line) => line.startsWith('| '));
	for (const field of fields) {
		// Fields of the same name are told apart by their choices.
		const rows = cells.filter((line) =>
			new RegExp(`(^\\| |› )${escaped(field.displayName)}( \\*)? \\|`).test(line),
		);
		const complete = rows.filter((row) => namesOf(field).every((name) => row.replace(/\*\*/g, '').includes(name)));
		expect([field.displayName, complete.length > 0]).toEqual([field.displayName, true]);
	}
	const switches = all.filter((field) => isForTools(field) && field.type === 'boolean');
	for (const { displayName } of switches) expect(section).toMatch(new RegExp(`Caution.*needs \\*${displayName}\\*`));
	for (const name of Object.keys(outputSchema(entry)?.properties ?? {})) expect(section).toContain(`\`${name}\``);
});

test('a cell of a row is shown for a choice of its own row', () => {
	// Set Many has a top field of the same name as the cell: `type`.
	const section = entries
		.filter(({ id }) => id === 'permissionBatchSet')
		.map(sectionOf)
		.join('');
	const member = section.split('\n').find((line) => line.includes('› Member * |'));
	expect(member).toContain('(shown while Type is Member)');
});
