import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isN8n1, type InstalledN8n } from '../../../../dev/n8n/n8nCache';
import type { Cluster } from './cluster';

/** The IDs of binary data in queue mode; n8n 1 cannot keep them in its database. */
export const binaryId = (n8n: InstalledN8n): RegExp => (isN8n1(n8n) ? /^filesystem/ : /^database:/);

/** The sizes in bytes of the files that n8n keeps for an execution, whether it has ended or not. */
export async function storedSizes(n8n: InstalledN8n, cluster: Cluster, executionId: string): Promise<number[]> {
	if (!isN8n1(n8n)) {
		const where = `"sourceType" = 'execution' AND "sourceId" = '${Number(executionId)}'`;
		return (await cluster.query(`SELECT octet_length(data) FROM binary_data WHERE ${where}`)).map(Number);
	}
	const paths = readdirSync(join(cluster.folder, '.n8n', 'binaryData'), { recursive: true, encoding: 'utf8' });
	const isContent = new RegExp(`/executions/${executionId}/binary_data/[^./]+$`);
	return paths
		.filter((path) => isContent.test(path))
		.map((path) => statSync(join(cluster.folder, '.n8n', 'binaryData', path)).size);
}
