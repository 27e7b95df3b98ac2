import { operation, returns } from '../operation/define';
import { required } from '../operation/fields';
import type { Done } from './answers/common';
import { by, operator, pathRef, tagList } from './shared';

/* Tags of files and folders. */

const common = { resource: 'tag', credential: 'org', repeatable: true } as const;
const SAMPLE = by('path', 'Contracts/offer.txt');
const input = {
	file: required({ ...pathRef, help: 'The file or folder with the tags' }),
	tags: tagList('One tag per row', 'e.g. signed'),
	...operator,
} as const;

export const addTags = operation({
	...common,
	id: 'libraryFileAddTag',
	operation: 'add',
	menu: 'default',
	action: 'Add tags to a file',
	summary: 'Add tags to a file or folder',
	route: 'POST /m-open/1/file/add_tag',
	input,
	output: returns<Done>(),
	done: ({ tag }) => ({ success: true, tags: tag?.split(';') }),
	example: { file: SAMPLE, tags: ['signed', '2026'] },
});

export const removeTags = operation({
	...common,
	id: 'libraryFileDeleteTag',
	operation: 'remove',
	action: 'Remove tags from a file',
	summary: 'Remove tags from a file or folder',
	route: 'POST /m-open/1/file/del_tag',
	input,
	output: returns<Done>(),
	done: ({ tag }) => ({ removed: 'tag', tags: tag?.split(';') }),
	example: { file: SAMPLE, tags: ['signed'] },
});
