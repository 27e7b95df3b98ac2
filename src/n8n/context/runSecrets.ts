import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { mapInTurns } from '../../client/async/inTurns';
import { makeSecretVault, type SecretVault } from '../../client/service/secretVault';
import { isJsonObject, type JsonObject } from '../../protocol/wire/json';
import { LibraryError } from '../../protocol/wire/libraryError';
import { oncePer } from '../../protocol/wire/oncePer';

/* What a running node knows that nobody may read, and what it shows without it. */

/** The secrets of what runs in this context. */
export const vaultOf = oncePer((_context: object): SecretVault => makeSecretVault());

type Scrub = (text: string) => string;

/** A value of JSON whose texts and keys are scrubbed; fields of the names `asked` stay. The same value if clean. */
function scrubbed(value: unknown, scrub: Scrub, asked: readonly string[] = []): unknown {
	if (typeof value === 'string') return scrub(value);
	if (Array.isArray(value)) return scrubbedList(value, scrub, asked);
	return isJsonObject(value) && !(value instanceof Date) ? scrubbedFields(value, scrub, asked) : value;
}

function scrubbedList(list: readonly unknown[], scrub: Scrub, asked: readonly string[]): readonly unknown[] {
	let copy: unknown[] | undefined;
	for (let at = 0; at < list.length; at++) {
		const clean = scrubbed(list[at], scrub, asked);
		if (clean !== list[at]) (copy ??= [...list])[at] = clean;
	}
	return copy ?? list;
}

function scrubbedFields(fields: JsonObject, scrub: Scrub, asked: readonly string[]): JsonObject {
	// Almost all objects are clean: only what changes is put together again, in the same order.
	const changed = new Map<string, readonly [name: string, value: unknown]>();
	for (const name of Object.keys(fields)) {
		if (asked.includes(name)) continue;
		const [cleanName, clean] = [scrub(name), scrubbed(fields[name], scrub, asked)];
		if (cleanName !== name || clean !== fields[name]) changed.set(name, [cleanName, clean]);
	}
	if (changed.size === 0) return fields;
	return Object.fromEntries(Object.entries(fields).map(([name, value]) => changed.get(name) ?? [name, value]));
}

/**
 * The same failure without the secrets of the run, and without its causes, which may contain anything. What is said
 * about the input was not said by a service, and its words stay, even those that are pieces of a secret.
 */
export function withoutSecrets(context: object, failure: LibraryError): LibraryError {
	const { forErrors, forOwnTexts } = vaultOf(context);
	return scrubbedError(failure, failure.kind === 'input' ? forOwnTexts : forErrors);
}

/** The same failure with its texts scrubbed, and without its causes. */
export function scrubbedError(failure: LibraryError, scrub: Scrub): LibraryError {
	const { kind, message, hint, code, data, cause: _, ...details } = failure;
	return new LibraryError(kind, scrub(message), {
		...details,
		...(hint === undefined ? {} : { hint: scrub(hint) }),
		...(code === undefined ? {} : { code: typeof code === 'string' ? scrub(code) : code }),
		...(data === undefined ? {} : { data: scrubbed(data, scrub) as NonNullable<typeof data> }),
	});
}

/**
 * Items without what was kept secret: a service may put it anywhere. Fields of the names `asked` stay, because the
 * operation was asked for these secrets. Content stays as it is.
 */
export const itemsWithoutSecrets = async (
	context: object,
	items: readonly INodeExecutionData[],
	asked: readonly string[] = [],
): Promise<INodeExecutionData[]> => await mapInTurns(items, (item) => itemWithoutSecrets(context, item, asked));

/** The same for one item. */
export function itemWithoutSecrets(
	context: object,
	item: INodeExecutionData,
	asked: readonly string[] = [],
): INodeExecutionData {
	const scrub = vaultOf(context).forItems;
	const json = scrubbed(item.json, scrub, asked) as typeof item.json;
	if (item.binary) return { ...item, json, binary: namesWithoutSecrets(item.binary, scrub) };
	return json === item.json ? item : { ...item, json };
}

/**
 * An entry whose texts are still whole, before anything is made of it: what is cut out of an address or a path would
 * leave a piece of a secret that nobody recognizes any more.
 */
export function addressesWithoutSecrets<T extends object>(context: object, entry: T, asked: readonly string[] = []): T {
	const scrub = vaultOf(context).forItems;
	return scrubbed(entry, (text) => (text.includes('/') ? scrub(text) : text), asked) as T;
}

/** A value of JSON without what was kept secret. */
export const withoutSecretsIn = <T>(context: object, value: T): T => scrubbed(value, vaultOf(context).forItems) as T;

type Binary = NonNullable<INodeExecutionData['binary']>;

const namesWithoutSecrets = (binary: Binary, scrub: Scrub): Binary =>
	Object.fromEntries(
		Object.entries(binary).map(([field, content]) => [
			field,
			{ ...content, ...(content.fileName === undefined ? {} : { fileName: scrub(content.fileName) }) },
		]),
	);

/** Part of n8n's context that errors are made with. */
export type ErrorContext = Pick<IExecuteFunctions, 'getNode'>;
