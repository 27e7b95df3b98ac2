import { checkValue } from '../operation/check';
import { operation, returns } from '../operation/define';
import { choice, json, list, required, rows, text } from '../operation/fields';
import { isJsonObject, textOf, type JsonObject } from '../wire/json';
import { inputError } from '../wire/libraryError';
import type { Done } from './answers/common';
import { by, fileRef } from './shared';

/* Metadata of files and folders, by the templates of the enterprise. */

const common = { resource: 'metadata', credential: 'org', repeatable: true } as const;
const SAMPLE = by('path', 'Contracts/offer.txt');
const templateKey = required(
	text({ label: 'Template Key', help: 'Key of the metadata template', wire: 'key', placeholder: 'e.g. contract' }),
);

const TYPES = {
	date: { label: 'Date', help: 'Such as 2026-12-31' },
	multi: { label: 'Multiple Select', help: 'Values separated by commas, or a list' },
	number: { label: 'Number' },
	select: { label: 'Select' },
	string: { label: 'Text' },
	time: { label: 'Time', help: 'Such as 2026-12-31 18:00:00' },
} as const;
/** Types with a text form of their own. */
const TEXT_FORMS: Partial<Record<string, readonly [form: RegExp, meaning: string]>> = {
	date: [/^\d{4}-\d{2}-\d{2}$/, 'a date such as 2026-12-31'],
	time: [/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, 'a time such as 2026-12-31 18:00:00'],
};

/** The values of a multiple select, entered with commas between them or as a JSON list. Throws inputError. */
function selected(label: string, entered: string): string[] {
	const separated = (): string[] =>
		entered
			.split(',')
			.map((part) => part.trim())
			.filter(Boolean);
	const values = entered.startsWith('[')
		? checkValue(label, { kind: 'json', required: true, help: '' }, entered)
		: separated();
	if (!Array.isArray(values) || !values.every((part) => typeof part === 'string'))
		throw inputError(label, 'must be a list of text values', 'Separate the values with commas.');
	return values;
}

/** One property in the value form of its type (document, Metadata property value forms). Throws inputError. */
function metadataValue({ name, type, value }: JsonObject): unknown {
	const label = `Property "${textOf(name)}"`;
	const entered = textOf(value);
	const form = TEXT_FORMS[textOf(type)];
	if (form && !form[0].test(entered)) throw inputError(label, `"${entered}" is not ${form[1]}`);
	if (type === 'multi') return selected(label, entered);
	if (type !== 'number') return entered;
	if (entered.trim() === '' || !Number.isFinite(Number(entered)))
		throw inputError(label, `"${entered}" is not a number`);
	return Number(entered);
}

export const setMetadata = operation({
	...common,
	id: 'libraryFileSetMetadata',
	operation: 'set',
	name: 'Set',
	action: 'Set metadata of a file',
	summary: 'Set the metadata properties of a file or folder',
	route: 'POST /m-open/1/file/set_metadata',
	input: {
		file: required(fileRef),
		key: templateKey,
		properties: rows({
			wire: 'metadata',
			button: 'Add Property',
			help: 'Properties with their types',
			place: 'top',
			cells: {
				name: required(text({ label: 'Property Key', help: 'Key of the property in the template' })),
				type: required(choice({ help: 'Type of the value', choices: TYPES, fallback: 'string' })),
				value: text({ help: 'Value of the property' }),
			},
		}),
		propertiesJson: json({
			label: 'Properties (JSON)',
			wire: 'metadata',
			composed: true,
			place: 'top',
			help: 'Properties as a JSON object; a row above takes precedence when both set the same property',
		}),
		display: list({
			claims: 'nothing',
			label: 'Shown in Lists',
			form: ',',
			of: 'text',
			button: 'Add Property',
			help: 'Keys of the properties to show in file lists',
		}),
	},
	compose: ({ properties, propertiesJson }) => {
		if (propertiesJson !== undefined && !isJsonObject(propertiesJson)) {
			throw inputError(
				'Properties (JSON)',
				'must be a JSON object',
				'For example {"amount": 12, "signed": "2026-12-31"}.',
			);
		}
		const metadata: JsonObject = { ...propertiesJson };
		for (const row of properties ?? []) metadata[textOf(row.name)] = metadataValue(row);
		if (Object.keys(metadata).length === 0)
			throw inputError('Properties', 'is required', 'Add a property, or enter the properties as JSON.');
		return { metadata: JSON.stringify(metadata) };
	},
	output: returns<Done>(),
	done: ({ key }) => ({ success: true, key }),
	example: {
		file: SAMPLE,
		key: 'contract',
		properties: {
			rows: [
				{ name: 'amount', type: 'number', value: '1200' },
				{ name: 'signed', type: 'date', value: '2026-11-20' },
			],
		},
	},
});

export const deleteMetadata = operation({
	...common,
	id: 'libraryFileDeleteMetadata',
	operation: 'delete',
	name: 'Delete',
	action: 'Delete metadata of a file',
	summary: 'Remove a metadata template and its values from a file or folder',
	route: 'POST /m-open/1/file/del_metadata',
	input: { file: required(fileRef), key: templateKey },
	output: returns<Done>(),
	done: ({ key }) => ({ removed: 'metadata', key }),
	example: { file: SAMPLE, key: 'contract' },
});
