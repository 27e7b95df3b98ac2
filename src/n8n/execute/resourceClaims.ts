import type { Claim } from '../../client/async/tasks';
import type { AnyOperation, Sent } from '../../protocol/operation/define';
import { wireName } from '../../protocol/operation/encode';
import { type Claims, type Field, listed, type RefField } from '../../protocol/operation/fields';
import { baseName, joinPath, parentPath, toFullpath } from '../../protocol/wire/paths';
import type { Handler, Job } from './job';

/* What the items of a run claim, by the fields of their operations and by their handlers. */

interface ClaimedParameter {
	readonly wire: string;
	readonly claims: Claims;
	/** It contains paths; elsewhere IDs or names. */
	readonly takesPaths: boolean;
	/** Whether an empty path is the root; elsewhere it is no path. */
	readonly emptyIsRoot: boolean;
	readonly separator?: string;
}

/** A locator's path modes claim what the field says; a thing named by its ID is a scope, or a parent by its ID. */
const ofLocator = ({ modes, claims }: RefField): ClaimedParameter[] =>
	Object.values(modes).map(({ wire, of }) => {
		const takesPaths = of === 'path' || of === 'paths';
		return {
			wire,
			claims: takesPaths || claims === 'nothing' || claims === 'parent' ? claims : 'scope',
			takesPaths,
			emptyIsRoot: true,
			...(of === 'paths' ? { separator: '|' } : {}),
		};
	});

function claimedBy(key: string, field: Field): ClaimedParameter[] {
	if (field.kind === 'ref') return ofLocator(field);
	const wire = wireName(key, field);
	const list = listed(field);
	if (list)
		return [{ wire, claims: list.claims, takesPaths: list.of === 'path', emptyIsRoot: true, separator: list.form }];
	if (field.kind !== 'text') return [];
	const claims = field.claims ?? 'nothing';
	return [{ wire, claims, takesPaths: claims === 'path' || claims === 'source', emptyIsRoot: false }];
}

const claimedParameters = (op: AnyOperation): ReadonlyMap<string, ClaimedParameter> =>
	new Map(
		Object.entries(op.input)
			.flatMap(([key, field]) => claimedBy(key, field))
			.filter(({ claims }) => claims !== 'nothing')
			.map((parameter) => [parameter.wire, parameter]),
	);

/** The values of a parameter; IDs without regard to case, because accounts are compared so. */
function valuesIn({ separator, takesPaths, emptyIsRoot, claims }: ClaimedParameter, text: string): string[] {
	if (text === '' && !(takesPaths && emptyIsRoot)) return [];
	const values = (separator === undefined ? [text] : text.split(separator)).map((value) => toFullpath(value));
	return takesPaths || claims === 'name' ? values : values.map((value) => value.toLowerCase());
}

/** What wire parameters claim, by the attributes of the fields that make them. */
export function claimOfWire(op: AnyOperation, wire: Sent): Claim {
	const claimed = [...claimedParameters(op).values()].filter((parameter) => wire[parameter.wire] !== undefined);
	const valuesOf = (kind: Claims): string[] =>
		claimed
			.filter(({ claims }) => claims === kind)
			.flatMap((parameter) => valuesIn(parameter, wire[parameter.wire] ?? ''));
	const scope = claimed
		.filter(({ claims }) => claims === 'scope')
		.map((parameter) => [parameter.wire, wire[parameter.wire]]);
	const [paths, sources, parents] = [valuesOf('path'), valuesOf('source'), valuesOf('parent')];
	const folders = claimed.some(({ claims, takesPaths }) => claims === 'parent' && takesPaths) ? parents : undefined;
	const places = placesOf({ names: valuesOf('name'), paths, sources, folders });
	return {
		scope: JSON.stringify(scope.sort()),
		paths: [...paths, ...valuesOf('id'), ...places],
		sources,
		...(parents.length > 0 ? { parents } : {}),
	};
}

/** Where things are afterwards: under the new name or the own one of each, in the parents or where each is. */
function placesOf({
	names,
	paths,
	sources,
	folders,
}: Readonly<Record<'names' | 'paths' | 'sources', string[]>> & { readonly folders: string[] | undefined }): string[] {
	const things = [...paths, ...sources];
	if (things.length === 0) return names.flatMap((name) => (folders ?? ['']).map((folder) => joinPath(folder, name)));
	if (!folders && names.length === 0) return [];
	return things.flatMap((thing) => {
		const own = names.length > 0 ? names : [baseName(thing)];
		return own.flatMap((name) => (folders ?? [parentPath(thing)]).map((folder) => joinPath(folder, name)));
	});
}

/**
 * What one item changes, so that items which change the same file, member or folder keep their order; undefined for
 * operations that only read. Throws inputError.
 */
export function claimOf(job: Job, { claims }: Handler): Claim | undefined {
	if (job.op.reads) return undefined;
	const byFields = (params: Sent): Claim => claimOfWire(job.op, params);
	return claims ? claims(job, byFields) : byFields(job.params);
}
