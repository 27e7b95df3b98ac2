import type { IDataObject } from 'n8n-workflow';
import type { OperationEntry, ParameterRow } from '../../contract/reference';
import { by, withValue } from '../support/library';
import type { Prepared } from './prepared';
import { kindOf, type Kind, type Produced } from './state';
import { flowInto, valueOf, type Flow } from './things';

/* Every pair of operations of which the second can take what the first put out. */

type Parameters = Readonly<Record<string, unknown>>;
/** A parameter that takes something, and the key of an item that it takes. */
interface Taking {
	readonly parameter: ParameterRow;
	readonly flow: Flow;
}
/** A second operation with the item of a first one. */
export interface Pair {
	readonly first: Produced;
	readonly second: OperationEntry;
	/** E.g. `file (path) = {{ $json.fullpath }}`. */
	readonly way: string;
	readonly parameters: Parameters;
	/** What the expressions evaluate to. */
	readonly values: string;
}

const wayOf = ({ parameter: { path, mode, kind }, flow: { key } }: Taking): string =>
	`${path} (${mode ?? kind}) = {{ $json.${key} }}`;

/** The parameters that take something, in all their ways. */
const takings = (entry: OperationEntry): Taking[] =>
	entry.parameters.flatMap((parameter): Taking[] => {
		const flow = flowInto(parameter, entry);
		return flow ? [{ parameter, flow }] : [];
	});

/** An expression in the mode of a locator, in the only row of a list, or by itself. */
function expression({ parameter: { mode, multipleValues }, flow: { key } }: Taking): unknown {
	const text = `={{ $json.${key} }}`;
	if (mode !== undefined) return by(mode, text);
	return multipleValues ? [text] : text;
}

/** Parameters with one of them filled; of rows only the first one stays. */
function filled(parameters: Parameters, path: string, value: unknown): Parameters {
	const row = path.indexOf('[]');
	return withValue(row < 0 ? parameters : withOneRow(parameters, path.slice(0, row).split('.')), path, value);
}
function withOneRow(parameters: Parameters, [head = '', ...rest]: readonly string[]): Parameters {
	const inside = (parameters[head] ?? {}) as Parameters;
	const [key = 'rows'] = rest;
	const rows = inside[key];
	return { ...parameters, [head]: { ...inside, [key]: Array.isArray(rows) ? rows.slice(0, 1) : [{}] } };
}

/** Where something goes, as opposed to what it is. */
const isDestination = ({ parameter: { path, label } }: Taking): boolean =>
	/target|destination/i.test(`${path} ${label}`);
const asksForFolder = ({ parameter: { label } }: Taking): boolean => /folder/i.test(label) && !/^file or/i.test(label);
/** Operations on files that folders have no equivalent of. */
const FILES_ONLY = /^(download|get\w*Link)$/;

/** Which entries a parameter asks for. */
function kindsFor(taking: Taking, { resource, operation }: OperationEntry): readonly Kind[] {
	if (resource === 'recycleBin') return ['recycled'];
	if (asksForFolder(taking)) return ['folder'];
	return taking.flow.thing === 'version' || (resource === 'file' && FILES_ONLY.test(operation))
		? ['file']
		: ['file', 'folder'];
}

/** Files that the service has these pages for (document: PDF and images, Office documents). */
const PAGES: Readonly<Record<string, RegExp>> = {
	getPreviewLink: /\.(pdf|docx|txt|csv|png)$/,
	getAnnotationLink: /\.(pdf|png)$/,
	getEditLink: /\.docx$/,
};

/** Operations on who takes part in a library: only those who do can be changed or removed. */
const PARTICIPATION = /^(libraryMember|libraryDepartment)$/;
const takesParticipants = ({ resource, operation }: OperationEntry): boolean =>
	PARTICIPATION.test(resource) && /^(setRole|remove)$/.test(operation);

/** Whether a parameter of the second operation asks for what the item of the first one names. */
function isAskedFor(taking: Taking, second: OperationEntry, { kind, json, producer }: Produced): boolean {
	if (valueOf(json, producer, taking.flow) === undefined) return false;
	if (takesParticipants(second) && taking.flow.thing !== 'role')
		return producer.resource === second.resource && json.removed === undefined;
	if (taking.flow.thing !== 'entry' && taking.flow.thing !== 'version') return true;
	if (!kindsFor(taking, second).includes(kind)) return false;
	return PAGES[second.operation]?.test(String(json.fullpath)) ?? true;
}

/** All pairs with a second operation: one for each item and each way in which a parameter takes it. */
export function pairsWith(second: OperationEntry, prepared: Prepared): Pair[] {
	const ways = takings(second);
	return ways.flatMap((taking) =>
		prepared.produced
			.filter((first) => isAskedFor(taking, second, first))
			.flatMap((first): Pair[] => {
				const parameters = parametersOf(taking, { second, ways, first, prepared });
				const values = JSON.stringify(keysIn(parameters).map((key) => first.json[key]));
				return parameters ? [{ first, second, way: wayOf(taking), parameters, values }] : [];
			}),
	);
}

interface Both {
	readonly second: OperationEntry;
	readonly ways: readonly Taking[];
	readonly first: Produced;
	readonly prepared: Prepared;
}

/**
 * The parameters of the second operation: what takes the item, the library and the file that the item names with it,
 * and the example for the rest. Undefined for a library alone where the operation is about a certain file in it.
 */
function parametersOf(taking: Taking, both: Both): Parameters | undefined {
	const rest = both.ways.filter(
		(way) => way.parameter.path !== taking.parameter.path && way.parameter.required && !isDestination(way),
	);
	const needed = rest.filter(({ flow }) => belongsTo(taking, flow) && isAskedForBy(flow, both.first));
	const fed = [...needed, taking].reduce<Parameters>(
		(parameters, way) => filled(parameters, way.parameter.path, expression(way)),
		fresh(both.second, taking.parameter.path),
	);
	const others = rest.filter((way) => way.flow.thing === 'entry' && !needed.includes(way));
	if (taking.flow.thing !== 'library' || isDestination(taking)) return withExisting(fed, both);
	const certain =
		others.some((way) => !asksForFolder(way)) || /^(copy|move|mirror|rename|delete)$/.test(both.second.operation);
	if (certain) return undefined;
	return others.reduce((parameters, { parameter: { path } }) => withValue(parameters, path, by('path', '/')), fed);
}

const isAskedForBy = (flow: Flow, { json, producer }: Produced): boolean => valueOf(json, producer, flow) !== undefined;
/** A file is in a library, and a version is one of a file. */
function belongsTo({ flow: { thing }, parameter }: Taking, { thing: other }: Flow): boolean {
	if (other === 'library') return thing !== 'library' && !/target_mount/.test(parameter.wire);
	return other === 'entry' && thing === 'version';
}

/** The keys of the item that expressions read. */
const keysIn = (parameters: Parameters | undefined): string[] =>
	[...JSON.stringify(parameters ?? {}).matchAll(/\$json\.(\w+)/g)].map(([, key]) => key ?? '');

/** Names that are new in the state, one for each item, for what an operation creates or renames. */
const NEW: ReadonlyArray<readonly [label: RegExp, value: string]> = [
	[/account/i, '=fresh{{ $itemIndex }}@example.com'],
	[/external id/i, '=fresh-{{ $itemIndex }}'],
	[/name/i, '=Fresh {{ $itemIndex }}'],
];
function fresh({ operation, parameters, example }: OperationEntry, taken: string): Parameters {
	if (!/^(create|upsert|update|rename)/.test(operation)) return example;
	const own = parameters.filter(
		({ kind, mode, multipleValues, path }) =>
			kind === 'string' && mode === undefined && !multipleValues && path !== taken && !path.includes('[]'),
	);
	return own.reduce<Parameters>((all, { path, label }) => {
		const value = NEW.find(([pattern]) => pattern.test(label))?.[1];
		const [head = '', ...inside] = path.split('.');
		const known = inside.length === 0 ? all[head] : (all[head] as Parameters | undefined)?.[inside.join('.')];
		return value === undefined || known === undefined ? all : withValue(all, path, value);
	}, example);
}

/** The files of the example that other examples have moved or deleted, replaced by ones that are there. */
function withExisting(parameters: Parameters, { second, prepared }: Both): Parameters {
	const mount = (parameters.library as IDataObject | undefined)?.value ?? undefined;
	return Object.fromEntries(
		Object.entries(parameters).map(([key, value]) => {
			const named = value as { mode?: string; value?: unknown } | undefined;
			if (named?.mode !== 'path' || typeof named.value !== 'string' || named.value.startsWith('='))
				return [key, value];
			if (/destination|target|department|parent/i.test(key)) return [key, value];
			const place = { fullpath: named.value, mount_id: String(mount).startsWith('=') ? '2101' : mount };
			const kind = prepared.inspect((emulator) => kindOf(emulator, second, place as IDataObject));
			return [
				key,
				kind === 'gone' || kind === 'recycled'
					? by('path', /folder/i.test(key) ? 'Reports' : 'Contracts/offer.txt')
					: value,
			];
		}),
	);
}
