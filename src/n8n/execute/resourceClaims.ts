import type { Claim } from '../../client/async/tasks';
import type { AnyOperation, Sent } from '../../protocol/operation/define';
import type { Claims } from '../../protocol/operation/fields';
import { type Parameter, parametersOf, valuesIn } from '../../protocol/operation/parameters';
import { baseName, joinPath, parentPath, toFullpath } from '../../protocol/wire/paths';
import type { Handler, Job } from './job';

/* What the items of a run claim, by the fields of their operations and by their handlers. */

/** What a parameter claims: a thing that a locator names by its ID is a scope, or a parent by its ID. */
const claimsOf = ({ field, claims, of }: Parameter): Claims =>
	field.kind !== 'ref' || of === 'path' || claims === 'nothing' || claims === 'parent' ? claims : 'scope';

/** The values of a parameter; IDs without regard to case, because accounts are compared so. */
function claimedValues(parameter: Parameter, text: string): string[] {
	const { of, claims, field } = parameter;
	// An empty path is the root, but for one that is put together.
	if (text === '' && !(of === 'path' && field.kind !== 'text')) return [];
	const values = valuesIn(parameter, text).map((value) => toFullpath(value));
	return of === 'path' || claims === 'name' ? values : values.map((value) => value.toLowerCase());
}

/** What wire parameters claim, by the attributes of the fields that make them. */
export function claimOfWire(op: AnyOperation, wire: Sent): Claim {
	const made = parametersOf(op.input).flatMap((parameter) => {
		const [claims, text] = [claimsOf(parameter), wire[parameter.wire]];
		return claims === 'nothing' || text === undefined ? [] : [{ ...parameter, claims, text }];
	});
	// Of several fields that make one parameter, the last one says what it claims.
	const claimed = [...new Map(made.map((parameter) => [parameter.wire, parameter])).values()];
	const of = (kind: Claims) => claimed.filter(({ claims }) => claims === kind);
	const valuesOf = (kind: Claims): string[] =>
		of(kind).flatMap((parameter) => claimedValues(parameter, parameter.text));
	const scope = of('scope').map((parameter) => [parameter.wire, parameter.text]);
	const [paths, sources, parents] = [valuesOf('path'), valuesOf('source'), valuesOf('parent')];
	const folders = of('parent').some((parameter) => parameter.of === 'path') ? parents : undefined;
	const places = placesOf([...paths, ...sources], valuesOf('name'), folders);
	return {
		scope: JSON.stringify(scope.sort()),
		paths: [...paths, ...valuesOf('id'), ...places],
		sources,
		...(parents.length > 0 ? { parents } : {}),
	};
}

/** Where things are afterwards: under the new name or the own one of each, in the parents or where each is. */
function placesOf(things: readonly string[], names: readonly string[], folders?: readonly string[]): string[] {
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
