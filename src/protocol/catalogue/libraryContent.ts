import type { FeedEntry } from '../feed/entry';
import type { JsonObject } from '../wire/json';
import { checkValue } from '../operation/check';
import { lists, operation, returns } from '../operation/define';
import { inputError } from '../wire/libraryError';
import { choice, date, flag, json, list, ref, required, rows, text } from '../operation/fields';
import { checkFileName, joinPath } from '../wire/paths';
import { fileRef, folderRef, operator, pathRef } from './shared';
import { simpleChange, simpleEntry, simpleLink, simpleQueueTask, simpleVersion } from './simplify';

const credential = 'org';
const path = (value: string) => ({ __rl: true, mode: 'path', value });
const SAMPLE = 'Contracts/offer.txt';

export const createFolder = operation({
	id: 'libraryFileCreateFolder',
	resource: 'folder',
	operation: 'create',
	name: 'Create',
	action: 'Create a folder',
	credential,
	summary: 'Create a folder',
	route: 'POST /m-open/1/file/create_folder',
	repeatable: false,
	input: {
		name: required(
			text({
				label: 'Folder Name',
				wire: 'fullpath',
				composed: true,
				help: 'Name of the new folder',
				placeholder: 'e.g. 2026',
			}),
		),
		folder: {
			...folderRef,
			label: 'Parent Folder',
			help: 'The folder to create it in. Use "/" for the root of the library.',
			composed: true,
		},
		...operator,
	},
	compose: ({ name, folder }) => ({ fullpath: joinPath(folder?.value ?? '', checkFileName('Folder Name', name)) }),
	output: returns<{ hash: string; fullpath: string }>(),
	example: { name: 'Inbox', folder: path('Contracts') },
});

export const listFolder = operation({
	id: 'libraryFileList',
	resource: 'folder',
	operation: 'getMany',
	name: 'Get Many',
	action: 'Get many entries of a folder',
	credential,
	summary: 'List the files and folders of a folder',
	route: 'POST /m-open/1/file/ls',
	repeatable: true,
	reads: true,
	input: {
		folder: folderRef,
		tag: text({ help: 'Only entries with this tag, in all levels below the folder', placeholder: 'e.g. signed' }),
		hashs: list({
			claims: 'nothing',
			label: 'IDs',
			form: ',',
			of: 'text',
			button: 'Add ID',
			help: 'Only the entries with these IDs',
		}),
	},
	output: lists<JsonObject>(),
	paging: { kind: 'offset', pageSize: 100 },
	simplify: simpleEntry,
	example: { folder: path('Contracts'), returnAll: true },
});

export const createLink = operation({
	id: 'libraryFileLink',
	resource: 'link',
	operation: 'create',
	name: 'Create',
	action: 'Create an external link',
	credential,
	summary: 'Share a file or folder by a link that works without signing in',
	route: 'POST /m-open/1/file/link',
	repeatable: false,
	input: {
		file: required({ ...pathRef, help: 'The file or folder to share' }),
		auth: choice({
			label: 'Allow',
			help: 'What the link allows',
			fallback: 'preview',
			choices: {
				preview: { label: 'Preview' },
				download: { label: 'Preview and Download' },
				upload: { label: 'Preview, Download and Upload', help: 'Upload into the shared folder' },
			},
		}),
		deadline: date({
			label: 'Expires At',
			unit: 'seconds',
			composed: true,
			help: 'When the link ends; 48 hours from now when not given',
		}),
		neverExpires: flag({
			wire: 'deadline',
			composed: true,
			help: 'Whether the link works until it is closed. It overrides Expires At.',
			off: 'omit',
			on: '-1',
		}),
		password: text({ password: true, help: 'Password that the link asks for' }),
		...operator,
	},
	compose: ({ deadline, neverExpires }): Record<string, string> => {
		if (neverExpires) return { deadline: '-1' };
		return deadline ? { deadline: String(Math.floor(deadline.getTime() / 1000)) } : {};
	},
	output: returns<{ link: string; code: string }>(),
	example: { file: path(SAMPLE), options: { auth: 'download' } },
});

export const closeLink = operation({
	id: 'libraryFileLinkClose',
	resource: 'link',
	operation: 'close',
	name: 'Close',
	action: 'Close an external link',
	credential,
	summary: 'Close one link by its code, or all links of a file',
	route: 'POST /m-open/1/file/link_close',
	repeatable: true,
	input: {
		link: required(
			ref({
				claims: 'path',
				label: 'Link',
				help: 'The link to close, or the file whose links are all closed',
				modes: {
					list: { ...pathRef.modes.list, label: 'From List' },
					path: { ...pathRef.modes.path, label: 'File Path' },
					code: { label: 'Link Code', wire: 'code', placeholder: 'e.g. 3f2b9c' },
				},
			}),
		),
		...operator,
	},
	output: returns<JsonObject>(),
	done: { success: true },
	example: { link: path(SAMPLE) },
});

export const listLinks = operation({
	id: 'libraryFileLinks',
	resource: 'link',
	operation: 'getMany',
	name: 'Get Many',
	action: 'Get many external links',
	credential,
	summary: 'List the open external links of the library',
	route: 'POST /m-open/1/file/links',
	repeatable: true,
	reads: true,
	input: { file: flag({ label: 'Files Only', help: 'Whether to leave out links of folders', off: '0' }) },
	output: lists<JsonObject>(),
	paging: { kind: 'whole' },
	simplify: simpleLink,
	example: { returnAll: true },
});

const tags = required(
	list({
		claims: 'nothing',
		wire: 'tag',
		form: ';',
		of: 'text',
		button: 'Add Tag',
		help: 'One tag in each row',
		placeholder: 'e.g. signed',
	}),
);
export const addTags = operation({
	id: 'libraryFileAddTag',
	resource: 'tag',
	operation: 'add',
	name: 'Add',
	action: 'Add tags to a file',
	credential,
	summary: 'Add tags to a file or folder',
	route: 'POST /m-open/1/file/add_tag',
	repeatable: true,
	input: { file: required(pathRef), tags, ...operator },
	output: returns<JsonObject>(),
	done: { success: true },
	example: { file: path(SAMPLE), tags: ['signed', '2026'] },
});
export const removeTags = operation({
	id: 'libraryFileDeleteTag',
	resource: 'tag',
	operation: 'remove',
	name: 'Remove',
	action: 'Remove tags from a file',
	credential,
	summary: 'Remove tags from a file or folder',
	route: 'POST /m-open/1/file/del_tag',
	repeatable: true,
	input: { file: required(pathRef), tags, ...operator },
	output: returns<JsonObject>(),
	done: { deleted: true },
	example: { file: path(SAMPLE), tags: ['signed'] },
});

const templateKey = required(
	text({ label: 'Template Key', help: 'Key of the metadata template', wire: 'key', placeholder: 'e.g. contract' }),
);
const METADATA_TYPES = {
	date: { label: 'Date', help: 'As 2026-12-31' },
	multi: { label: 'Multiple Select', help: 'Values separated by commas, or a list' },
	number: { label: 'Number' },
	select: { label: 'Select' },
	string: { label: 'Text' },
	time: { label: 'Time', help: 'As 2026-12-31 18:00:00' },
} as const;
const METADATA_FORMS: Partial<Record<string, [RegExp, string]>> = {
	date: [/^\d{4}-\d{2}-\d{2}$/, 'a date as 2026-12-31'],
	time: [/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/, 'a time as 2026-12-31 18:00:00'],
};

/** One property in the value form of its type (document, Metadata property value forms). */
function metadataValue({ name, type, value }: JsonObject): unknown {
	const label = `Property "${String(name)}"`;
	const given = (value ?? '') as string;
	const form = METADATA_FORMS[String(type)];
	if (form && !form[0].test(given)) throw inputError(label, `"${given}" is not ${form[1]}`);
	if (type === 'number') {
		if (given.trim() === '' || !Number.isFinite(Number(given)))
			throw inputError(label, `"${given}" is not a number`);
		return Number(given);
	}
	if (type !== 'multi') return given;
	const values = checkValue(
		label,
		{ kind: 'json', required: true, help: '' },
		given.startsWith('[')
			? given
			: JSON.stringify(
					given
						.split(',')
						.map((part) => part.trim())
						.filter(Boolean),
				),
	);
	if (!Array.isArray(values) || !values.every((part) => typeof part === 'string'))
		throw inputError(label, 'must be a list of texts', 'Separate the values by commas.');
	return values;
}

export const setMetadata = operation({
	id: 'libraryFileSetMetadata',
	resource: 'metadata',
	operation: 'set',
	name: 'Set',
	action: 'Set metadata of a file',
	credential,
	summary: 'Set the metadata properties of a file or folder',
	route: 'POST /m-open/1/file/set_metadata',
	repeatable: true,
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
				type: required(choice({ help: 'Type of the value', choices: METADATA_TYPES, fallback: 'string' })),
				value: text({ help: 'Value of the property' }),
			},
		}),
		propertiesJson: json({
			label: 'Properties (JSON)',
			wire: 'metadata',
			composed: true,
			place: 'top',
			help: 'Properties as a JSON object; the rows above win where both name the same property',
		}),
		display: list({
			claims: 'nothing',
			label: 'Shown in Lists',
			form: ',',
			of: 'text',
			button: 'Add Property',
			help: 'Keys of the properties that the file list shows',
		}),
	},
	compose: ({ properties, propertiesJson }) => {
		if (
			propertiesJson !== undefined &&
			(typeof propertiesJson !== 'object' || propertiesJson === null || Array.isArray(propertiesJson))
		) {
			throw inputError(
				'Properties (JSON)',
				'must be a JSON object',
				'For example {"amount": 12, "signed": "2026-12-31"}.',
			);
		}
		const metadata: JsonObject = { ...propertiesJson };
		for (const row of properties ?? []) metadata[String(row.name)] = metadataValue(row);
		if (Object.keys(metadata).length === 0)
			throw inputError('Properties', 'is required', 'Add a property, or give them as JSON.');
		return { metadata: JSON.stringify(metadata) };
	},
	output: returns<JsonObject>(),
	done: { success: true },
	example: {
		file: path(SAMPLE),
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
	id: 'libraryFileDeleteMetadata',
	resource: 'metadata',
	operation: 'delete',
	name: 'Delete',
	action: 'Delete metadata of a file',
	credential,
	summary: 'Remove a metadata template and its values from a file or folder',
	route: 'POST /m-open/1/file/del_metadata',
	repeatable: true,
	input: { file: required(fileRef), key: templateKey },
	output: returns<JsonObject>(),
	done: { deleted: true },
	example: { file: path(SAMPLE), key: 'contract' },
});

export const listRecycled = operation({
	id: 'libraryFileRecycleList',
	resource: 'recycleBin',
	operation: 'getMany',
	name: 'Get Many',
	action: 'Get many deleted files',
	credential,
	summary: 'List the files and folders in the recycle bin',
	route: 'POST /m-open/1/file/recycle',
	repeatable: true,
	reads: true,
	input: {},
	output: lists<JsonObject>(),
	paging: { kind: 'offset', pageSize: 100 },
	simplify: simpleEntry,
	example: { returnAll: true },
});
export const restore = operation({
	id: 'libraryFileRecover',
	resource: 'recycleBin',
	operation: 'restore',
	name: 'Restore',
	action: 'Restore deleted files',
	credential,
	summary: 'Put files and folders back where they were',
	route: 'POST /m-open/1/file/recover',
	repeatable: false,
	input: {
		paths: required(
			list({
				claims: 'path',
				wire: 'fullpaths',
				form: '|',
				of: 'path',
				button: 'Add Path',
				help: 'Full paths that the files had',
				placeholder: 'e.g. Contracts/offer.pdf',
			}),
		),
		...operator,
	},
	output: returns<JsonObject>(),
	done: { success: true },
	example: { paths: ['Reports/deleted.txt'] },
});
export const deleteForGood = operation({
	id: 'libraryFileDeleteCompletely',
	resource: 'recycleBin',
	operation: 'delete',
	name: 'Delete Permanently',
	action: 'Delete files permanently',
	credential,
	summary: 'Delete files in the recycle bin for good, by path or by tag',
	route: 'POST /m-open/1/file/del_completely',
	repeatable: false,
	input: {
		paths: list({
			claims: 'path',
			wire: 'fullpaths',
			form: '|',
			of: 'path',
			button: 'Add Path',
			place: 'top',
			help: 'Full paths that the files had',
			placeholder: 'e.g. Contracts/offer.pdf',
		}),
		tags: list({
			claims: 'nothing',
			wire: 'tag',
			form: ';',
			of: 'text',
			button: 'Add Tag',
			place: 'top',
			help: 'Instead of paths: delete the files with these tags',
		}),
		...operator,
	},
	compose: ({ paths, tags: byTag }) => {
		if (Boolean(paths?.length) === Boolean(byTag?.length))
			throw inputError(
				'Paths',
				paths?.length ? 'and Tags cannot be given together' : 'or Tags is required',
				'Give either paths or tags.',
			);
		return {};
	},
	output: returns<JsonObject>(),
	done: { deleted: true },
	example: { paths: ['Reports/trash.txt'] },
});

export const listVersions = operation({
	id: 'libraryFileHistory',
	resource: 'history',
	operation: 'getMany',
	name: 'Get Many',
	action: 'Get many versions of a file',
	credential,
	summary: 'List what happened to a file, with the checksum of each version',
	route: 'POST /m-open/1/file/history',
	repeatable: true,
	reads: true,
	input: { file: required(pathRef) },
	output: lists<JsonObject>(),
	paging: { kind: 'offset', pageSize: 20 },
	simplify: simpleVersion,
	example: { file: path(SAMPLE), returnAll: true },
});

export const listChanges = operation({
	id: 'libraryFileUpdates',
	resource: 'change',
	operation: 'getMany',
	name: 'Get Many',
	action: 'Get many changes',
	credential,
	summary: 'Read the updates feed: what was changed in the library',
	route: 'POST /m-open/1/file/updates',
	repeatable: true,
	reads: true,
	input: {
		since: date({
			label: 'From',
			wire: 'fetch_dateline',
			unit: 'milliseconds',
			absent: '0',
			place: 'top',
			help: 'Where to start, as a date or as the fetch_dateline of an earlier item. Empty means the beginning for oldest first, and now for newest first.',
		}),
		mode: choice({
			label: 'Order',
			help: 'Which way to read',
			fallback: 'compare',
			place: 'top',
			choices: {
				compare: { label: 'Oldest First', help: 'After the given time, deleted entries included' },
				newest: { label: 'Newest First', wire: null, help: 'Before the given time' },
			},
		}),
		dir: choice({
			label: 'Kind',
			help: 'Which entries to return',
			fallback: 'all',
			choices: {
				all: { label: 'Files and Folders', wire: null },
				0: { label: 'Files' },
				1: { label: 'Folders' },
			},
		}),
	},
	output: lists<FeedEntry>(),
	paging: { kind: 'cursor' },
	simplify: simpleChange,
	example: { mode: 'compare', returnAll: true },
});
export const countChanges = operation({
	id: 'libraryFileUpdatesCount',
	resource: 'change',
	operation: 'count',
	name: 'Count',
	action: 'Count changes',
	credential,
	summary: 'Count the changes between two times',
	route: 'POST /m-open/1/file/updates_count',
	repeatable: true,
	reads: true,
	input: {
		begin: required(
			date({ label: 'From', wire: 'begin_dateline', unit: 'milliseconds', help: 'Start of the time span' }),
		),
		end: required(date({ label: 'To', wire: 'end_dateline', unit: 'milliseconds', help: 'End of the time span' })),
		showdel: flag({ label: 'Include Deleted', help: 'Whether to count deleted entries too', off: '0' }),
	},
	output: returns<{ count: number }>(),
	example: { begin: '2026-01-01T00:00:00.000Z', end: '2026-12-31T00:00:00.000Z' },
});

export const getQueueTask = operation({
	id: 'libraryFileQueueStatus',
	resource: 'queueTask',
	operation: 'get',
	name: 'Get',
	action: 'Get a queue task',
	credential,
	summary: 'Get the state of a copy that the service does in the background',
	route: 'POST /m-open/1/file/queue_status',
	repeatable: true,
	reads: true,
	input: { queueId: required(text({ label: 'Queue ID', help: 'The queue_id that the copy answered' })) },
	output: returns<JsonObject>(),
	simplify: simpleQueueTask,
	example: { queueId: '700001' },
});

export const getStatistics = operation({
	id: 'libraryFileStat',
	resource: 'library',
	operation: 'getStatistics',
	name: 'Get Statistics',
	action: 'Get statistics of the library',
	credential,
	summary: 'Get capacity, used space, recycle bin size and number of files',
	route: 'POST /m-open/1/file/stat',
	repeatable: true,
	reads: true,
	input: {},
	output: returns<JsonObject>(),
	example: {},
});
