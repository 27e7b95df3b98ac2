import type { StoredExecution } from '../../../../dev/n8n/executions';
import type { RestClient } from '../../../../dev/n8n/restClient';

/** The most that n8n lists at once. */
const PAGE = 100;

/**
 * All executions, or those of one workflow, oldest first; finished or not, without their items. Throws when there are
 * more than n8n lists at once.
 */
export async function listExecutions(rest: RestClient, workflowId?: string): Promise<StoredExecution[]> {
	const filter = encodeURIComponent(JSON.stringify(workflowId === undefined ? {} : { workflowId }));
	const path = `/rest/executions?limit=${PAGE}&filter=${filter}`;
	const { results } = await rest.call<{ results: StoredExecution[] }>('GET', path);
	if (results.length === PAGE) throw new Error(`there may be more than ${PAGE} executions`);
	return results.sort((a, b) => Number(a.id) - Number(b.id));
}
