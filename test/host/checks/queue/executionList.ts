import type { StoredExecution } from '../../n8n/executions';
import type { RestClient } from '../../n8n/restClient';

/** The most that n8n lists at once. */
const PAGE = 100;

/** All executions, or those of one workflow, oldest first; finished or not, without their items. */
export async function listExecutions(rest: RestClient, workflowId?: string): Promise<StoredExecution[]> {
	const filter = encodeURIComponent(JSON.stringify(workflowId === undefined ? {} : { workflowId }));
	const found: StoredExecution[] = [];
	for (let last = ''; ; last = `&lastId=${found.at(-1)?.id}`) {
		const path = `/rest/executions?limit=${PAGE}&filter=${filter}${last}`;
		const { results } = await rest.call<{ results: StoredExecution[] }>('GET', path);
		found.push(...results);
		if (results.length < PAGE) return found.sort((a, b) => Number(a.id) - Number(b.id));
	}
}
