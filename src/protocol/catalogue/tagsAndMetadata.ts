import { operation, ownOperation, returns } from '../operation/define';
import { list, local, required, requiredFor, text } from '../operation/fields';
import { by, fileRefListedByPath, fileRef, operator, pathRef } from './shared';
import { checkValue } from '../operation/check';
import { checkDate, clockText, writtenDate } from '../operation/check/date';
import { defined, filledText, isJsonObject, type JsonObject, textOf } from '../wire/json';
import { inputError, valueError, missingError, quoted } from '../wire/libraryError';
import { libraryFileInfo as getFile } from './libraryFiles';
import { metadataOf } from './simplify';
import type { FileInfoLibrary } from '../contract';

/* Tags of files and folders. */

const SAMPLE = by('path', 'Contracts/offer.txt');
const tagInput = {
	file: required({ ...pathRef, help: 'The file or folder' }),
	tags: required.list('One tag per row', { claims: 'nothing', wire: 'tag', form: ';', placeholder: 'e.g. signed' }),
	...operator,
} as const;

export const addTags = operation('libraryFileAddTag', 'tag.add', {
	menu: 'default',
	action: 'Add tags to a file',
	summary: 'Add tags to a file or folder',
	input: tagInput,
	done: ({ tag }) => ({ success: true, tags: tag?.split(';') }),
	example: { file: SAMPLE, tags: ['signed', '2026'] },
});

export const removeTags = operation('libraryFileDeleteTag', 'tag.remove', {
	action: 'Remove tags from a file',
	summary: 'Remove tags from a file or folder',
	input: tagInput,
	done: ({ tag }) => ({ removed: 'tag', tags: tag?.split(';') }),
	example: { file: SAMPLE, tags: ['signed'] },
});

/* Metadata of files and folders, by the templates of the enterprise. */

const templateKey = required.text(['Template Key', 'Key of the template, as Metadata: Get shows it'], {
	placeholder: 'e.g. contract',
});

const TYPES = {
	date: ['Date', 'Such as 2026-12-31; the time of day is left out'],
	multi: ['Multiple Select', 'Values separated by commas, or a list'],
	number: 'Number',
	select: 'Select',
	string: 'Text',
	time: ['Time', 'Such as 2026-12-31 18:00:00, as on the clock of the time zone that it is entered in'],
} as const;

/** The values of a multiple select, entered with commas between them or as a JSON list. Throws inputError. */
function selected(label: string, entered: string): string[] {
	const separated = entered.split(',').map((part) => part.trim());
	if (!entered.startsWith('[')) return separated.filter(Boolean);
	const values = checkValue(label, { kind: 'json', required: true, help: '' }, entered);
	if (isTextList(values)) return values;
	throw inputError(label, 'must be a list of text values', 'Separate the values with commas.');
}

const isTextList = (value: unknown): value is string[] =>
	Array.isArray(value) && value.every((part) => typeof part === 'string');

/** A decimal number that JSON says exactly as it was entered. Throws inputError. */
function metadataNumber(label: string, entered: string): number {
	const text = entered.trim();
	const number = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : NaN;
	if (!Number.isFinite(number)) throw valueError(label, `${quoted(entered)} is not a number`);
	if (Number.isInteger(number) && !Number.isSafeInteger(number))
		throw valueError(label, `${quoted(entered)} is too large to be exact as a number`);
	return number;
}

/** A date or time in its wire form: the day, or day and time, as written; a number is Unix time in UTC. */
function metadataTime(label: string, type: 'date' | 'time', entered: string): string {
	if (type === 'date') return checkDate(label, { unit: 'day' }, entered).toISOString().slice(0, 10);
	const written = writtenDate(entered);
	if (written) return clockText(written);
	return checkDate(label, { unit: 'seconds' }, entered).toISOString().slice(0, 19).replace('T', ' ');
}

/** One property in the value form of its type (document, Metadata property value forms). Throws inputError. */
function metadataValue({ name, type, value = '' }: JsonObject): unknown {
	const label = `Property ${quoted(textOf(name))}`;
	if (isTextList(value) && type === 'multi') return value;
	if (typeof value !== 'string') throw inputError(label, 'must be text, but is a list');
	if (type === 'multi') return selected(label, value);
	if (type === 'number') return metadataNumber(label, value);
	return type === 'date' || type === 'time' ? metadataTime(label, type, value) : value;
}

/** The properties of a JSON object; the interface has forms for texts, numbers and lists of texts only (G29). */
function jsonProperties(json: unknown): Array<[string, unknown]> {
	if (json === undefined) return [];
	if (!isJsonObject(json))
		throw inputError(
			'Properties (JSON)',
			'must be a JSON object',
			'For example {"amount": 12, "signed": "2026-12-31"}.',
		);
	for (const [name, value] of Object.entries(json))
		if (typeof value !== 'string' && typeof value !== 'number' && !isTextList(value))
			throw valueError(
				'Properties (JSON)',
				`${quoted(name)} must be text, a number or a list of texts`,
				'Metadata has no other values.',
			);
	return Object.entries(json);
}

/** All metadata of an entry, or that of one template; empty where there is none. */
const metadataFor = (key: string | undefined, metadata: JsonObject): JsonObject =>
	key === undefined ? { metadata } : { key, metadata: Object.hasOwn(metadata, key) ? metadata[key] : {} };

export const getMetadata = ownOperation('libraryFileMetadata', 'metadata.get', getFile, {
	special: false,
	menu: 'default',
	action: 'Get metadata of a file',
	summary: 'Get the metadata properties of a file or folder',
	input: {
		file: required({ ...fileRef, label: 'File or Folder', help: 'The file or folder' }),
		key: local.top.text(['Template Key', 'Key of the template; all templates when left empty']),
	},
	output: returns<FileInfoLibrary>(),
	// Without the fields that every entry has, the answer is refused as it is.
	wrap: (info, _sent, { key }) => {
		const { filename, fullpath, hash } = info;
		if (filledText(fullpath) === undefined && filledText(hash) === undefined) return {};
		return { ...defined({ filename, fullpath, hash }), ...metadataFor(key, metadataOf(info) ?? {}) };
	},
	example: { file: SAMPLE },
});

export const setMetadata = operation('libraryFileSetMetadata', 'metadata.set', {
	caution: 'irreversible',
	action: 'Set metadata of a file',
	summary: 'Set the metadata properties of a file or folder',
	input: {
		file: required({ ...fileRefListedByPath, label: 'File or Folder', help: 'The file or folder' }),
		key: templateKey,
		mode: local.required.choice('How to enter the properties', {
			choices: {
				manual: ['Manual Mapping', 'One row for each property, with its type'],
				json: ['JSON', 'All properties as one JSON object, e.g. from an expression'],
			},
		}),
		properties: requiredFor('mode', 'manual').rows('Properties with their types', {
			wire: 'metadata',
			cells: {
				name: required.text(['Property Key', 'Key of the property, as Metadata: Get shows it'], {
					placeholder: 'e.g. amount',
				}),
				type: required.choice('Type of the value', { choices: TYPES, default: 'string' }),
				value: text('Value of the property', { format: 'lines', orList: true, placeholder: 'e.g. 1200' }),
			},
		}),
		propertiesJson: requiredFor('mode', 'json').json('JSON object of texts, numbers and lists of texts', {
			label: 'Properties (JSON)',
			wire: 'metadata',
			composed: true,
			placeholder: 'e.g. { "amount": 1200, "signed": "2026-11-20" }',
		}),
		display: list(['Shown in Lists', 'Keys of the properties to show in file lists'], {
			claims: 'nothing',
			form: ',',
			button: 'Add Property',
		}),
	},
	// The mode that is not chosen has no value here.
	compose: ({ properties, propertiesJson }) => {
		const entered =
			properties?.map((row): [string, unknown] => [textOf(row.name), metadataValue(row)]) ??
			jsonProperties(propertiesJson);
		const metadata = new Map<string, unknown>();
		for (const [name, value] of entered) {
			if (metadata.has(name)) throw valueError('Properties', `${quoted(name)} is in two rows`);
			metadata.set(name, value);
		}
		if (metadata.size === 0)
			throw missingError(properties ? 'Properties' : 'Properties (JSON)', 'Enter at least one property');
		return { metadata: JSON.stringify(Object.fromEntries(metadata)) };
	},
	done: ({ key }) => ({ success: true, key }),
	example: {
		file: SAMPLE,
		key: 'contract',
		mode: 'manual',
		properties: {
			rows: [
				{ name: 'amount', type: 'number', value: '1200' },
				{ name: 'signed', type: 'date', value: '2026-11-20' },
			],
		},
	},
});

export const deleteMetadata = operation('libraryFileDeleteMetadata', 'metadata.delete', {
	caution: 'irreversible',
	action: 'Delete metadata of a file',
	summary: 'Remove a metadata template and its values from a file or folder',
	input: {
		file: required({ ...fileRefListedByPath, label: 'File or Folder', help: 'The file or folder' }),
		key: templateKey,
	},
	done: ({ key }) => ({ removed: 'metadata', key }),
	example: { file: SAMPLE, key: 'contract' },
});
