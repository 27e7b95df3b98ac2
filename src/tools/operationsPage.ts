import type { INodeProperties } from 'n8n-workflow';
import { SETTINGS } from '../n8n/form/fixedProperties';
import { fieldProperty } from '../n8n/form/fieldProperty';
import { libraryField } from '../protocol/catalogue/sharedEnterprise';
import { titleCase } from '../protocol/operation/fields';
import { resourceTitle } from '../n8n/form/nodeForms';
import { PERMISSIONS } from '../n8n/form/toolProperties';
import { valuesOf, type FormField } from './formFields';
import type { ParameterRow, OperationEntry } from './reference';
import type { OutputField } from './schemas/schemaFile';

/* docs/operations.md: the reference for people. */

/** An entry with the fields of its items, simplified where that can be chosen. */
type PublishedEntry = OperationEntry & { readonly outputFields: readonly OutputField[] };

const cell = (text: string): string => text.replace(/\|/g, '\\|').replace(/\n/g, ' ');

/** The parameters that a field is sent as; of a locator each with the modes that send it, where they differ. */
function sentAs({ path, modes = {} }: FormField, rows: readonly ParameterRow[]): string {
	const mine = rows.filter((row) => row.path === path && row.wire !== '');
	const wires = [...new Set(mine.map(({ wire }) => wire))];
	if (wires.length < 2) return wires.map((wire) => `\`${wire}\``).join('');
	const modesOf = (wire: string): string =>
		mine.flatMap((row) => (row.wire === wire && row.mode ? [modes[row.mode] ?? row.mode] : [])).join(' or ');
	return wires.map((wire) => `\`${wire}\`${modesOf(wire) ? ` (${modesOf(wire)})` : ''}`).join(', ');
}

/** Fields that every operation has, which the head of the page describes. */
const COMMON = (['concurrency', 'requestTimeout'] as const).map((key) => fieldProperty(key, SETTINGS[key]));

/** Fields that only the tool for an AI agent has; the head of the page and the line of the caution describe them. */
const isToolField = ({ shownFor = {} }: FormField): boolean => '@tool' in shownFor;

const fieldLine = (field: FormField, { fields, parameters }: OperationEntry): string => {
	const name = [...(field.inside ?? []), field.label].join(' › ');
	const columns = [
		`${name}${field.required ? ' *' : ''}`,
		valuesOf(field, fields),
		sentAs(field, parameters),
		field.help,
	];
	return `| ${columns.map(cell).join(' | ')} |`;
};

/** Types as the page names them. */
const TYPES: Readonly<Record<string, string>> = { string: 'text', array: 'list' };

/** What a download has besides its fields. */
const CONTENT =
	', and the file as binary data. With Output Text, the item has `text` and `encoding` instead of the binary data; ' +
	'with JSON, `data` and `encoding`.';

function outputLine({ outputFields, output }: PublishedEntry): string[] {
	const fields = outputFields.map(
		({ path, type }) => `\`${path}\`${type === 'string' ? '' : ` (${TYPES[type] ?? type})`}`,
	);
	return fields.length > 0 ? ['', `Output: ${fields.join(', ')}${output === 'binary' ? CONTENT : ''}`] : [];
}

const cautionLines = ({ cautions = [] }: OperationEntry): string[] =>
	cautions.flatMap(({ kind, when }) => {
		const { does, canDo, label } = PERMISSIONS[kind];
		return [`**Caution**: It ${when ? canDo : does}; as a tool it ${when ? 'then ' : ''}needs *${label}*.`, ''];
	});

function section(entry: PublishedEntry): string {
	const { resource, name, summary, requests, fields, secrets = [] } = entry;
	const lines = fields
		.filter((field) => !COMMON.some(({ name }) => field.path === `options.${name}`) && !isToolField(field))
		.map((field) => fieldLine(field, entry));
	const table = ['', '| Field | Values | Sent as | Meaning |', '| --- | --- | --- | --- |', ...lines];
	const secret = `Secret, and hidden by n8n in executions: ${secrets.map((field) => `\`${field}\``).join(', ')}`;
	return [
		`### ${resourceTitle(resource)}: ${name}`,
		'',
		`${summary}.`,
		'',
		...cautionLines(entry),
		`Requests: ${requests.map(({ method, path }) => `\`${method} ${path}\``).join(', ')}`,
		...(lines.length > 0 ? table : []),
		...outputLine(entry),
		...(secrets.length > 0 ? ['', secret] : []),
		'',
	].join('\n');
}

const commonLine = ({ displayName, default: value, description }: INodeProperties): string =>
	`- **${displayName}** (${String(value)}): ${description ?? ''}`;

const HEAD = [
	'# Operations',
	'',
	'Generated from the catalogue by `npm run generate`; do not edit. `npm run build` writes the same for programs, ' +
		'`build/operations.json`.',
	'',
	'- **Field**: as the form shows it; a star marks a required field, and "Options › Password" is the field ' +
		'Password in Options.',
	'- **Values**: what can be chosen or entered; what the form contains at first is in bold. Sizes are in bytes, ' +
		'unless the name of the field has a unit.',
	'- **Sent as**: the parameter of the service interface; a field without one is a setting of the node.',
	'- **Output**: the fields of the items, with Simplify on where there is that choice; [keys.md](keys.md) says ' +
		'what they mean. Fields without a type are text; times are ISO 8601 text in UTC, sizes are bytes.',
	'',
	'All operations have these fields in Options too; those that work on all input items together have a ' +
		'Concurrency of their own, or none:',
	'',
	...COMMON.map(commonLine),
	'',
	'File Library and File Library Trigger begin with these:',
	'',
	'- **Authentication**: Library Authorization, for the one library that the credential opens, or Enterprise, ' +
		'for any library of the enterprise',
	`- **Library** (shown while Authentication is Enterprise): ${libraryField.help}`,
	'',
	'As a tool of an AI agent, each operation also has **Description**, the text that the model reads, and with a ' +
		'**Caution** a switch that is off: while it is off, the tool refuses what the caution names. A model cannot ' +
		'turn it on. Where an answer can be simplified, **Selected Fields** in Options says which of its fields the ' +
		'model gets.',
	'',
];

function chapter(node: string, entries: readonly PublishedEntry[]): string[] {
	const mine = entries.filter((entry) => entry.node === node);
	const resources = [...new Set(mine.map(({ resource }) => resource))];
	const namesIn = (resource: string): string =>
		mine
			.filter((entry) => entry.resource === resource)
			.map(({ name }) => name)
			.join(', ');
	const overview = resources.map((resource) => `- **${resourceTitle(resource)}**: ${namesIn(resource)}`);
	return [`## ${titleCase(node)}`, '', ...overview, '', ...mine.map(section)];
}

/** The text of docs/operations.md. */
export function operationsPage(entries: readonly PublishedEntry[]): string {
	const nodes = [...new Set(entries.map(({ node }) => node))];
	const chapters = nodes.flatMap((node) => chapter(node, entries));
	return `${[...HEAD, ...chapters].join('\n').trimEnd()}\n`;
}
