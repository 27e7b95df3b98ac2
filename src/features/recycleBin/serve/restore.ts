import { call } from '../../../client/service/call';
import { recycledIds, restoredLocations, type RestoredLocation } from '../../../client/files/restoredEntries';
import { defined, fieldsIn, filledText, type JsonObject } from '../../../protocol/wire/json';
import { type Handler, outputItem } from '../../../n8n/execute/job';

/**
 * Restores deleted entries: one item for each path, with the path that the entry has now. What cannot be found out is
 * null, with the reason, because the entries are restored all the same. Throws what the call to restore them throws.
 */
export const handler: Handler = {
	async run({ op, params }, caller) {
		const paths = (params.fullpaths ?? '').split('|');
		const ids = await recycledIds(caller, paths);
		const answer = await call<unknown>(caller, op, params);
		const answered = placesIn(answer, paths);
		const unknown = paths.filter((path) => !answered.has(path));
		const locations = new Map([...(await restoredLocations(caller, unknown, ids)), ...answered]);
		return paths.map((path) => outputItem({ success: true, requested: path, ...fieldsOf(locations.get(path)) }));
	},
};

/** The locations that the service itself answers, though the document does not say so (G40). */
function placesIn(answer: unknown, paths: readonly string[]): ReadonlyMap<string, RestoredLocation> {
	const entries: readonly unknown[] = Array.isArray(answer) ? answer : [answer];
	if (entries.length !== paths.length) return new Map();
	return new Map(
		paths.flatMap((path, at): Array<[string, RestoredLocation]> => {
			const { fullpath, hash } = fieldsIn(entries[at]);
			const location = filledText(fullpath);
			// That of another path, in a list of another order, is not taken: both are looked for.
			if (location === undefined || (location !== path && paths.includes(location))) return [];
			return [[path, { fullpath: location, ...defined({ hash: filledText(hash) }) }]];
		}),
	);
}

function fieldsOf(location: RestoredLocation = { reason: 'its folder was not listed' }): JsonObject {
	if (!('reason' in location)) return { ...location };
	return {
		fullpath: null,
		hash: null,
		warning: `The entry was restored, but its path is not known: ${location.reason}`,
	};
}
