import type { Claim } from '../../client/async/orderedTasks';
import type { AnyOperation } from '../../protocol/operation/define';
import { wireName } from '../../protocol/operation/encode';
import type { Claims, Field, RefField } from '../../protocol/operation/fields';
import { toFullpath } from '../../protocol/wire/paths';
import { binaryUploads } from './binaryUploads';
import type { Job } from './job';

/** One wire parameter and what its value claims. */
interface ClaimedParameter {
	readonly wire: string;
	readonly claims: Claims;
	/** Whether an empty path is the root; elsewhere it is no path. */
	readonly emptyIsRoot: boolean;
}

/** A locator's path modes claim what the field says; a thing named by its ID is a scope. */
const ofLocator = ({ modes, claims }: RefField<string, boolean>): ClaimedParameter[] =>
	Object.values(modes).map(({ wire, of }) => {
		const takesPaths = of === 'path' || of === 'paths';
		// Tags name no single thing: what they are searched in is claimed by another field, else everything is.
		const other = claims === 'nothing' || of === 'tags' ? 'nothing' : 'scope';
		return { wire, claims: takesPaths ? claims : other, emptyIsRoot: true };
	});

function claimedBy(key: string, field: Field): ClaimedParameter[] {
	if (field.kind === 'ref') return ofLocator(field);
	if (field.kind !== 'list' && field.kind !== 'text') return [];
	return [{ wire: wireName(key, field), claims: field.claims ?? 'nothing', emptyIsRoot: field.kind === 'list' }];
}

/** The wire parameters of an operation that claim something, by name. */
const claimedParameters = (op: AnyOperation): ReadonlyMap<string, ClaimedParameter> =>
	new Map(
		Object.entries(op.input)
			.flatMap(([key, field]) => claimedBy(key, field))
			.filter(({ claims }) => claims !== 'nothing')
			.map((parameter) => [parameter.wire, parameter]),
	);

/** What wire parameters claim, by the attributes of the fields that make them. */
export function claimOfWire(op: AnyOperation, wire: Readonly<Record<string, string>>): Claim {
	const claimed = [...claimedParameters(op).values()].filter((parameter) => wire[parameter.wire] !== undefined);
	const pathsOf = (kind: Claims): string[] =>
		claimed
			.filter((parameter) => parameter.claims === kind)
			.filter((parameter) => wire[parameter.wire] !== '' || parameter.emptyIsRoot)
			.flatMap((parameter) => (wire[parameter.wire] ?? '').split('|').map((path) => toFullpath(path)));
	const scope = claimed
		.filter(({ claims }) => claims === 'scope')
		.map((parameter) => [parameter.wire, wire[parameter.wire]]);
	return { scope: JSON.stringify(scope.sort()), paths: pathsOf('path'), sources: pathsOf('source') };
}

/**
 * What one item changes, so that items which change the same file, member or folder keep their order; undefined for
 * operations that only read, and for an upload whose field names are wrong, which changes nothing.
 */
export function claimOf(job: Job): Claim | undefined {
	if (job.op.reads) return undefined;
	const claim = claimOfWire(job.op, job.params);
	if (job.op.special !== 'upload') return claim;
	try {
		return { ...claim, paths: binaryUploads(job).map(({ fullpath: path }) => path) };
	} catch {
		return undefined;
	}
}
