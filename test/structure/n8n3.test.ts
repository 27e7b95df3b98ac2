import { readdirSync } from 'node:fs';
import path from 'node:path';
import { read, ROOT } from './imports';
import { words } from '../support/words';

/* The workflows of this repository use nothing that n8n 3 removes (docs/compatibility.md). */

interface WorkflowNode {
	readonly name: string;
	readonly type: string;
	readonly typeVersion: number;
	readonly parameters: Readonly<Record<string, unknown>>;
}
interface Workflow {
	readonly nodes: readonly WorkflowNode[];
	readonly settings?: { readonly callerPolicy?: string };
}

const files = readdirSync(path.join(ROOT, 'workflows'))
	.filter((name) => name.endsWith('.json'))
	.map((name) => `workflows/${name}`);

/** Types that n8n 3 removes, by n8n 2.41.1's own rules. */
const REMOVED = new Set(
	words(`
		aiTransform cron function functionItem htmlExtract iCal interval itemLists openAi moveBinaryData
		readBinaryFile readBinaryFiles readPDF workflowTrigger writeBinaryFile orbit documentBinaryInputLoader
		documentJsonInputLoader manualChatTrigger openAiAssistant lmOpenAi memoryChatRetriever toolHttpRequest
		toolSerpApi vectorStoreInMemoryInsert vectorStoreInMemoryLoad vectorStorePineconeInsert
		vectorStorePineconeLoad vectorStoreSupabaseInsert vectorStoreSupabaseLoad
	`),
);
/** Types of which n8n 3 removes the versions below. */
const OLDEST: Readonly<Record<string, number>> = { agent: 2, gmailTrigger: 1.4 };

function removedIn({ nodes, settings }: Workflow): string[] {
	const found = nodes.flatMap(({ name, type, typeVersion, parameters }) => {
		const [pack = '', short = ''] = type.split('.');
		if (!/n8n-nodes-base|n8n-nodes-langchain/.test(pack)) return [];
		const isEach = short === 'executeWorkflow' && parameters.mode === 'each';
		const isForeign = short === 'executeWorkflow' && ['localFile', 'url'].includes(String(parameters.source));
		const isOld = typeVersion < (OLDEST[short] ?? 0);
		return REMOVED.has(short) || isEach || isForeign || isOld ? [`${name} (${type} ${typeVersion})`] : [];
	});
	const helper = JSON.stringify(nodes).includes('$getPairedItem') ? ['$getPairedItem'] : [];
	return [...found, ...helper, ...(settings?.callerPolicy === 'any' ? ['caller policy'] : [])];
}

test('there are workflows to check', () => expect(files.length).toBeGreaterThan(2));

test.each(files)('%s', (file) => {
	expect(removedIn(JSON.parse(read(file)) as Workflow)).toEqual([]);
});

test('planted violations are found', () => {
	const node = { name: 'A', typeVersion: 1, parameters: {} };
	const nodes = [
		{ ...node, type: 'n8n-nodes-base.cron' },
		{ ...node, type: '@n8n/n8n-nodes-langchain.agent', typeVersion: 1.9 },
		{ ...node, type: 'n8n-nodes-base.executeWorkflow', parameters: { mode: 'each' } },
		{ ...node, type: 'n8n-nodes-base.set', parameters: { value: '={{ $getPairedItem() }}' } },
		{ ...node, type: 'n8n-nodes-file-library.fileLibrary' },
	];
	expect(removedIn({ nodes, settings: { callerPolicy: 'any' } })).toHaveLength(5);
});
