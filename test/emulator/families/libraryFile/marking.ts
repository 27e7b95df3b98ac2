import { badParameter } from '../../http/errors';
import { filled, jsonObject, list, optional, path, required, text } from '../../http/parameters';
import { detailsOf } from '../../store/library/entry';
import { operation } from '../operation';
import { actorOf, fileRef, oneFile, operator, referred } from './shared';

const tags = list(';', filled);

export const addTag = operation({
	params: { fullpath: required(path), tag: required(tags), ...operator },
	handle: ({ library, p }) => {
		actorOf(library, p);
		const entry = library.tree.get(p.fullpath);
		library.tags.add(entry, p.tag);
		library.touch(entry); // doc: tag changes update the operation time
		return {};
	},
});

export const delTag = operation({
	params: { fullpath: required(path), tag: required(tags), ...operator },
	handle: ({ library, p }) => {
		actorOf(library, p);
		const entry = library.tree.get(p.fullpath);
		library.tags.delete(entry, p.tag); // assumed: a tag that is not there is no error
		library.touch(entry);
		return {};
	},
});

type MetadataValue = string | number | readonly string[];

/** doc, metadata value forms: text, number, date, time, single select, multiple select. */
function metadataValue(key: string, value: unknown): MetadataValue {
	if (typeof value === 'string' || typeof value === 'number') return value;
	if (Array.isArray(value) && value.every((each): each is string => typeof each === 'string')) return value;
	throw badParameter('metadata', `gives '${key}' a value that is no text, number or array of texts`);
}

export const setMetadata = operation({
	params: { ...fileRef, key: required(filled), metadata: required(jsonObject), display: optional(list(',', text)) },
	exactlyOne: oneFile,
	handle: ({ library, p }) => {
		const entry = referred(library, p);
		const values = Object.fromEntries(
			Object.entries(p.metadata).map(([key, value]) => [key, metadataValue(key, value)]),
		);
		// assumed (ambiguity G29): keys are merged into what is set already; display is replaced when given.
		const old = detailsOf(entry).metadata.get(p.key);
		detailsOf(entry).metadata.set(p.key, {
			values: { ...old?.values, ...values },
			display: p.display ?? old?.display ?? [],
		});
		library.touch(entry);
		return {};
	},
});

export const delMetadata = operation({
	params: { ...fileRef, key: required(filled) },
	exactlyOne: oneFile,
	handle: ({ library, p }) => {
		const entry = referred(library, p);
		entry.details?.metadata.delete(p.key); // assumed: a template that is not set is no error
		library.touch(entry);
		return {};
	},
});
