import { actorOf, operator } from '../../auth/callers';
import { badParameter } from '../../http/errors';
import { filled, jsonObject, list, optional, path, required, text } from '../../http/parameters';
import { detailsOf } from '../../store/library/entry';
import { libraryOperation } from '../operation';
import { fileRef, oneFile, referredEntry } from '../references';

const tags = list(';', filled);

/** doc: tag changes update the operation time. */
export const addTag = libraryOperation('/m-open/1/file/add_tag', {
	params: { fullpath: required(path), tag: required(tags), ...operator },
	handle: ({ library, p }) => {
		actorOf(library, p);
		const entry = library.tree.get(p.fullpath);
		for (const tag of p.tag) detailsOf(entry).tags.add(tag);
		library.touch(entry);
		return {};
	},
});

/** assumed: removing a tag that is not set is not an error. */
export const delTag = libraryOperation('/m-open/1/file/del_tag', {
	params: { fullpath: required(path), tag: required(tags), ...operator },
	handle: ({ library, p }) => {
		actorOf(library, p);
		const entry = library.tree.get(p.fullpath);
		for (const tag of p.tag) entry.details?.tags.delete(tag);
		library.touch(entry);
		return {};
	},
});

type MetadataValue = string | number | readonly string[];

/** doc, metadata value forms: text, number, date, time, single select, multiple select. */
function metadataValue(key: string, value: unknown): MetadataValue {
	if (typeof value === 'string' || typeof value === 'number') return value;
	if (Array.isArray(value) && value.every((each): each is string => typeof each === 'string')) return value;
	throw badParameter('metadata', `has a value for '${key}' that is not a text, a number or an array of texts`);
}

export const setMetadata = libraryOperation('/m-open/1/file/set_metadata', {
	params: { ...fileRef, key: required(filled), metadata: required(jsonObject), display: optional(list(',', text)) },
	exactlyOne: oneFile,
	handle: ({ library, p }) => {
		const entry = referredEntry(library, p);
		const values = Object.fromEntries(
			Object.entries(p.metadata).map(([key, value]) => [key, metadataValue(key, value)]),
		);
		// assumed (G29): the new values are merged into those already set; display is replaced if sent.
		const old = detailsOf(entry).metadata.get(p.key);
		detailsOf(entry).metadata.set(p.key, {
			values: { ...old?.values, ...values },
			display: p.display ?? old?.display ?? [],
		});
		library.touch(entry);
		return {};
	},
});

/** assumed: deleting a template that is not set is not an error. */
export const delMetadata = libraryOperation('/m-open/1/file/del_metadata', {
	params: { ...fileRef, key: required(filled) },
	exactlyOne: oneFile,
	handle: ({ library, p }) => {
		const entry = referredEntry(library, p);
		entry.details?.metadata.delete(p.key);
		library.touch(entry);
		return {};
	},
});
