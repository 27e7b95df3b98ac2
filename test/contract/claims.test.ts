import { catalogue } from '../../src/entries';
import type { AnyOperation } from '../../src/protocol/operation/define';
import { wireName } from '../../src/protocol/operation/encode';
import { type Claims, type Field, listed } from '../../src/protocol/operation/fields';
import { contractOf } from './contract';

/* Items that change the same thing keep their order only if the operation says what it changes (Claims). */

const changing = catalogue.filter(({ reads }) => !reads).map((op): [string, AnyOperation] => [op.id, op]);

/** Operations that change nothing that a field could name, with the reason. */
const CLAIMS_NOTHING: Readonly<Record<string, string>> = {
	directorySynchronize: 'it runs once over all items, so that no other item can be in its way',
	permissionTableApply: 'likewise',
	libraryFileLinkCloseMany: 'any file may have a link, so it waits for all items before it',
	libraryFileRecycleEmpty: 'anything may be in the recycle bin, so it waits for all items before it',
	libraryFileDeleteCompletelyByTag: 'tags may be on any file, so it waits for all items before it',
};

/** Parameters of the contract that hold full paths or a folder in a library. */
const PATHS = [
	'fullpath',
	'fullpaths',
	'from_fullpath',
	'from_fullpaths',
	'dest_fullpath',
	'target_fullpath',
	'path',
	'paths',
];
/** Path parameters that no field makes by itself, with the reason. */
const MADE_ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
	libraryFileUpload: ['path' /* of the web form: the same folder, claimed as a part of `fullpath` */],
	userFileUpload: ['path' /* likewise */],
	libraryFileDeleteCompletelyByTag: ['fullpaths' /* the files are named by their tags */],
	libraryFileRecycleEmpty: ['fullpaths' /* the plan names them */],
	libraryFolderRestoreToTime: ['fullpaths', 'dest_fullpath' /* likewise */],
	libraryFileLinkCloseMany: ['fullpath' /* links are closed by their codes */],
	libraryFileDelete: ['path' /* only with tags: Delete by Tag */],
	libraryFileDeleteByTag: ['fullpath' /* the other way round */],
	libraryFolderDelete: ['path' /* as File: Delete */],
	permissionTableApply: ['fullpath' /* in the rows */],
	userFolderCopy: ['fullpaths' /* one folder at a time */],
	userFolderMove: ['fullpaths' /* likewise */],
	userFolderMirror: ['fullpaths' /* likewise */],
};

const claimsOf = (field: Field): Claims =>
	listed(field)?.claims ?? ('claims' in field && field.claims ? field.claims : 'nothing');
/** The wire parameters of an operation that claim something. */
const claimed = ({ input }: AnyOperation): string[] =>
	Object.entries(input)
		.filter(([, field]) => claimsOf(field) !== 'nothing')
		.flatMap(([key, field]) =>
			field.kind === 'ref' ? Object.values(field.modes).map(({ wire }) => wire) : [wireName(key, field)],
		);

test.each(changing)('%s says what it changes', (id, op) => {
	expect({ id, claims: claimed(op).length > 0 }).toEqual({ id, claims: !(id in CLAIMS_NOTHING) });
});

test.each(changing)('every path that %s changes is claimed by the field that makes it', (id, op) => {
	const contracts = (op.covers ?? [op]).map((request) => contractOf(request.id));
	const paths = contracts.flatMap(({ parameters }) => PATHS.filter((name) => parameters.has(name)));
	const elsewhere = MADE_ELSEWHERE[id] ?? [];
	expect([...new Set(paths)].filter((name) => !elsewhere.includes(name) && !claimed(op).includes(name))).toEqual([]);
});

test('lists of reasons name only what exists', () => {
	const ids = changing.map(([id]) => id);
	expect([...Object.keys(CLAIMS_NOTHING), ...Object.keys(MADE_ELSEWHERE)].filter((id) => !ids.includes(id))).toEqual(
		[],
	);
});

test('the list of path parameters is complete: the contract has no other parameter named like a path', () => {
	const names = changing
		.flatMap(([, op]) => op.covers ?? [op])
		.flatMap(({ id }) => [...contractOf(id).parameters.keys()])
		.filter((name) => /path/.test(name));
	// A department path is the name of a department; the path hash of an upload is the `hash` of create_file.
	const others = ['group_path', 'parent_group_path', 'x-svc-upload-pathhash'];
	expect([...new Set(names)].filter((name) => !PATHS.includes(name)).sort()).toEqual(others);
});
