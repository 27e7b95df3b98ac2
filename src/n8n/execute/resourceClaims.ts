import type { Claim } from '../../client/async/orderedTasks';
import type { AnyOperation } from '../../protocol/operation/define';
import { encode, wireName } from '../../protocol/operation/encode';
import type { Claims, Field, RefField } from '../../protocol/operation/fields';
import { baseName, toFullpath, joinPath } from '../../protocol/wire/paths';
import { binaryNames, binaryOf } from '../context/binary';
import type { Job } from './job';

/** One wire parameter and what its value claims. `emptyMeant`: an empty path is the root there, elsewhere it is none. */
interface ClaimedParameter {
	readonly wire: string;
	readonly claims: Claims;
	readonly emptyMeant: boolean;
}

/** A locator's path modes claim what the field says; a thing named by its ID is a scope. */
const ofLocator = ({ modes, claims }: RefField<string, boolean>): ClaimedParameter[] =>
	Object.values(modes).map(({ wire, of }) => {
		const takesPaths = of === 'path' || of === 'paths';
		// Tags name no single thing: what they are searched in is claimed by another field, else everything is.
		const other = claims === 'nothing' || of === 'tags' ? 'nothing' : 'scope';
		return { wire, claims: takesPaths ? claims : other, emptyMeant: true };
	});

function claimedBy(key: string, field: Field): ClaimedParameter[] {
	if (field.kind === 'ref') return ofLocator(field);
	if (field.kind !== 'list' && field.kind !== 'text') return [];
	return [{ wire: wireName(key, field), claims: field.claims ?? 'nothing', emptyMeant: field.kind === 'list' }];
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
			.filter((parameter) => wire[parameter.wire] !== '' || parameter.emptyMeant)
			.flatMap((parameter) => (wire[parameter.wire] ?? '').split('|').map((path) => toFullpath(path)));
	const scope = claimed
		.filter(({ claims }) => claims === 'scope')
		.map((parameter) => [parameter.wire, wire[parameter.wire]]);
	return { scope: JSON.stringify(scope.sort()), paths: pathsOf('path'), sources: pathsOf('source') };
}

/**
 * What one item changes, so that items which change the same file, member or folder keep their order; undefined for operations
 * that only read, and for wrong input, which changes nothing.
 */
export function claimOf(job: Job): Claim | undefined {
	if (job.op.reads) return undefined;
	try {
		const claim = claimOfWire(job.op, encode(job.op, job.input));
		return job.op.special === 'upload' ? { ...claim, paths: uploadPaths(job) } : claim;
	} catch {
		return undefined;
	}
}

function uploadPaths({ context, item, input }: Job): string[] {
	const folder = (input.folder as { value?: unknown } | undefined)?.value;
	return binaryNames(input).map((field) =>
		joinPath(
			String(folder ?? ''),
			String(input.fileName ?? baseName(binaryOf(context, item, field).fileName ?? '')),
		),
	);
}
