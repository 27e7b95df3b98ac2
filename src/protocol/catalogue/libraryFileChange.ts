import { operation, returns } from '../operation/define';
import { flag, list, ref, required, text } from '../operation/fields';
import { inputError } from '../wire/libraryError';
import { baseName, checkPath, joinPath } from '../wire/paths';
import type { Done } from './answers/common';
import type { CopyResult } from './answers/file';
import { get } from './libraryFile';
import { listFolder } from './libraryFolder';
import { by, operator, pathRef, sourceRef } from './shared';

/* Copying, moving and deleting the files of a library. */

const common = { resource: 'file', credential: 'org' } as const;

const destination = (wire: string) =>
	required(
		text({
			label: 'Destination Path',
			wire,
			claims: 'path',
			composed: true,
			help: 'Full path of the result, including its name. End it with "/" to keep the name of the source.',
			placeholder: 'e.g. Archive/2026/offer.pdf',
		}),
	);
/** The full path of the result: a destination that ends with "/" is a folder, in which the source keeps its name. */
const destinationOf = (source: { value: string }, target: string): string => {
	const path = checkPath('Destination Path', target);
	return target.endsWith('/') ? joinPath(path, baseName(source.value)) : path;
};

/** An answer that may be a queued task instead of a copy: it is waited for, and the copy is looked up. */
const queuedCopy = { queue: { id: 'queue_id' }, alsoSends: [get, listFolder] } as const;

export const copy = operation({
	...common,
	id: 'libraryFileCopy',
	operation: 'copy',
	name: 'Copy',
	action: 'Copy a file',
	summary: 'Copy a file or folder inside the library',
	route: 'POST /m-open/1/file/copy',
	slow: true,
	repeatable: false,
	input: { file: required(sourceRef), destinationPath: destination('fullpath'), ...operator },
	compose: ({ file, destinationPath }) => ({ fullpath: destinationOf(file, destinationPath) }),
	output: returns<CopyResult>(),
	...queuedCopy,
	example: { file: by('path', 'Contracts/offer.txt'), destinationPath: 'Archive/offer copy.txt' },
});

export const copyMany = operation({
	...common,
	id: 'libraryFileCopyMany',
	operation: 'copyMany',
	name: 'Copy Many',
	action: 'Copy many files',
	summary: 'Copy several files and folders into one folder, or each into a folder of its own, in a single call',
	route: 'POST /m-open/1/file/mcopy',
	slow: true,
	repeatable: false,
	input: {
		sources: required(
			list({
				claims: 'source',
				wire: 'from_fullpaths',
				form: '|',
				of: 'path',
				button: 'Add Source',
				help: 'Full paths of the files and folders to copy',
				placeholder: 'e.g. Contracts/offer.pdf',
			}),
		),
		targetFolders: required(
			list({
				claims: 'path',
				wire: 'paths',
				form: '|',
				of: 'path',
				root: true,
				button: 'Add Folder',
				help: 'One folder for all sources, or one folder for each. Use "/" for the library root.',
				placeholder: 'e.g. Archive/2026',
			}),
		),
		copyAll: flag({
			label: 'Copy All Properties',
			wire: 'copy_all',
			help: 'Whether to copy all properties, including the author',
			off: '0',
		}),
		...operator,
	},
	compose: ({ sources, targetFolders }) => {
		if (targetFolders.length === 1 || targetFolders.length === sources.length) return {};
		throw inputError(
			'Target Folders',
			`contains ${targetFolders.length} folders for ${sources.length} sources`,
			'Enter either one folder or as many folders as sources.',
		);
	},
	output: returns<CopyResult[]>(),
	...queuedCopy,
	example: { sources: ['Contracts/offer.txt'], targetFolders: ['Archive'] },
});

export const move = operation({
	...common,
	id: 'libraryFileMove',
	operation: 'move',
	name: 'Move',
	action: 'Move a file',
	summary: 'Move or rename a file or folder inside the library',
	route: 'POST /m-open/1/file/move',
	slow: true,
	repeatable: false,
	input: {
		file: required({ ...pathRef, help: 'The file or folder to move' }),
		destinationPath: destination('dest_fullpath'),
		...operator,
	},
	compose: ({ file, destinationPath }) => ({ dest_fullpath: destinationOf(file, destinationPath) }),
	output: returns<Done>(),
	// Where it is now, only the answer can say (client facts 5.12): the name may have been taken.
	done: ({ fullpath, dest_fullpath: asked }) => ({
		success: true,
		fullpath: undefined,
		from_fullpath: fullpath,
		dest_fullpath: asked,
	}),
	example: { file: by('path', 'Contracts/draft.txt'), destinationPath: 'Archive/draft.txt' },
});

export const remove = operation({
	...common,
	id: 'libraryFileDelete',
	operation: 'delete',
	name: 'Delete',
	action: 'Delete a file',
	summary:
		'Delete a file or folder, or all files with a tag; they are kept in the recycle bin unless deleted permanently',
	route: 'POST /m-open/1/file/del',
	slow: true,
	repeatable: false,
	input: {
		file: required(
			ref({
				claims: 'path',
				label: 'File',
				help: 'The file or folder to delete, or the tags of the files to delete',
				modes: {
					list: pathRef.modes.list,
					path: pathRef.modes.path,
					tag: { label: 'Tag', wire: 'tag', of: 'tags', placeholder: 'e.g. obsolete;draft' },
				},
			}),
		),
		tagFolder: text({
			label: 'Only in Folder',
			wire: 'path',
			composed: true,
			path: true,
			claims: 'path',
			help: 'When deleting by tag: delete only files in this folder; the whole library when left empty',
			placeholder: 'e.g. Contracts',
		}),
		destroy: flag({
			label: 'Delete Permanently',
			help: 'Whether to delete permanently instead of moving to the recycle bin',
			off: '0',
		}),
		...operator,
	},
	// Document: tag is "used with path"; path alone has no meaning (G12).
	compose: ({ file, tagFolder }): Record<string, string> => {
		if (file.by === 'tag') return { path: tagFolder ?? '' };
		if (tagFolder) throw inputError('Only in Folder', 'can only be used when deleting by tag');
		return {};
	},
	caution: { kind: 'permanent', when: ({ destroy }) => destroy === true },
	output: returns<Done>(),
	// With tags nobody knows whether there was anything to delete.
	done: ({ tag, path, destroy }) => ({
		...(tag === undefined ? { deleted: true } : { success: true, tag: undefined, tags: tag.split(';'), path }),
		permanently: destroy === '1',
	}),
	example: { file: by('path', 'Reports/old.txt') },
});
