import type { Claim } from '../../client/async/orderedTasks';
import type { AnyOperation } from '../../protocol/operation/define';
import { wireName, encode } from '../../protocol/operation/encode';
import type { Field } from '../../protocol/operation/fields';
import { baseName, fullpath, join } from '../../protocol/wire/paths';
import { binaryNames, binaryOf } from '../context/binary';
import type { Job } from './run';

/** Operations that change nothing, by their names in the form; the order of their items makes no difference. */
const READS = /^(get|search|count|download)/;
/** Parameters that hold full paths, several with bars between them; `target_fullpath` is only the folder that all go into. */
const PATHS = /^(dest_)?(full)?paths?$/;
const SOURCES = /^from_fullpaths?$/;

const wiresOf = (key: string, field: Field): string[] =>
	field.kind === 'ref' ? Object.values(field.modes).map(({ wire }) => wire) : [wireName(key, field)];

/** What names the thing that an operation works on: its locators and lists of ids. */
const namesOf = (op: AnyOperation): Set<string> =>
	new Set(
		Object.entries(op.input).flatMap(([key, field]) =>
			field.kind === 'ref' || field.kind === 'list' ? wiresOf(key, field) : [],
		),
	);

/**
 * What one item changes, so that items which change the same file, member or folder keep their order; undefined where order makes
 * no difference, and for wrong input, which changes nothing.
 */
export function claimOf(job: Job): Claim | undefined {
	const { op } = job;
	if (READS.test(op.operation)) return undefined;
	try {
		const wire = Object.entries(encode(op, job.input));
		const names = namesOf(op);
		const what = wire.filter(([name]) => names.has(name) && !PATHS.test(name) && !SOURCES.test(name)).sort();
		// The root is meant where a locator says so; elsewhere an empty path is none.
		const pathsIn = (pattern: RegExp): string[] =>
			wire
				.filter(([name, value]) => pattern.test(name) && (value !== '' || names.has(name)))
				.flatMap(([, value]) => value.split('|'))
				.map((path) => fullpath(path));
		return {
			what: JSON.stringify(what),
			paths: op.special === 'upload' ? uploadPaths(job) : pathsIn(PATHS),
			sources: pathsIn(SOURCES),
		};
	} catch {
		return undefined;
	}
}

function uploadPaths({ context, item, input }: Job): string[] {
	const folder = (input.folder as { value?: unknown } | undefined)?.value;
	return binaryNames(input).map((field) =>
		join(String(folder ?? ''), String(input.fileName ?? baseName(binaryOf(context, item, field).fileName ?? ''))),
	);
}
