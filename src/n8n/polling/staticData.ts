import type { IDataObject, IPollFunctions } from 'n8n-workflow';
import { withoutSecretsIn } from '../context/runSecrets';
import { isJsonObject, type JsonObject } from '../../protocol/wire/json';

/** The static data of the node that belongs to a source; undefined when there is none, or that of another source. */
export function savedFor(context: IPollFunctions, source: string): JsonObject | undefined {
	// n8n hands out an observed object; the poll works with a plain copy of it.
	const stored: unknown = JSON.parse(JSON.stringify(context.getWorkflowStaticData('node')));
	return isJsonObject(stored) && stored.source === source ? stored : undefined;
}

/** Says in n8n's log that the saved state cannot be read, so that the trigger begins as if it were new. */
export function startsOver(context: IPollFunctions): undefined {
	context.logger.warn(
		`${context.getNode().name}: what this trigger had saved can't be read any more, so it starts over from its ` +
			'Start From setting. Changes since its last run may not be reported.',
	);
}

/** Saves fields, without secrets. Unchanged static data isn't touched, so that n8n doesn't write it to its database. */
export function save(context: IPollFunctions, state: object): void {
	const stored = withoutSecretsIn(context, state);
	const data: IDataObject = context.getWorkflowStaticData('node');
	const saved = Object.keys(stored).map((name) => data[name]);
	if (JSON.stringify(saved) !== JSON.stringify(Object.values(stored))) Object.assign(data, stored);
}
