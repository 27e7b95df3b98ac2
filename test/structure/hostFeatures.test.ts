import { read, sourcesIn } from './imports';
import { words } from '../support/words';

/* What only newer versions of n8n have is asked for in one file (docs/compatibility.md). */

const PLACE = 'src/n8n/context/hostFeatures.ts';

/** Methods of the contexts of a node that n8n-workflow 2.41.0 declares and 1.120.31, that of n8n 1.123.81, does not. */
const NEWER: readonly string[] = words(`
	getSecureEgressFilter getPollBudgetMs isToolExecution isConsoleOutputRedacted
	isNodeFeatureEnabled listAgents checkCredentialStatus executeAgent getRuntimeCredential
	onExecutionFinish saveFailedExecution beginN8nOAuth2Flow checkTriggerCredentialStatus
	completeN8nOAuth2Flow establishTriggerIdentity getTestWebhookUser getWebhookResourceUrl
	isChatSessionTest logHitlResponse refreshN8nOAuth2Flow validateN8nOAuth2Token
`);

/** Those of n8n 1.123.81 that older ones do not have, and a setting of n8n 2. */
const GUARDED: readonly string[] = [...NEWER, 'getExecutionCancelSignal', 'addExecutionHints', 'binaryMode'];

const withoutComments = (source: string): string => source.replace(/\/\*[^]*?\*\/|\/\/.*/g, '');
const usedIn = (source: string): string[] =>
	GUARDED.filter((name) => new RegExp(`\\b${name}\\b`).test(withoutComments(source)));

test('only one file asks n8n for what older versions do not have', () => {
	const files = ['src', 'nodes', 'credentials'].flatMap(sourcesIn).filter((file) => file !== PLACE);
	expect(files.flatMap((file) => usedIn(read(file)).map((name) => `${file}: ${name}`))).toEqual([]);
	expect(usedIn('const budget = context.getPollBudgetMs(); // a violation')).toEqual(['getPollBudgetMs']);
});

test('the documentation says what happens without each of them', () => {
	const table = read('docs/compatibility.md');
	const used = usedIn(read(PLACE));
	expect(used.length).toBeGreaterThan(5);
	expect(used.filter((name) => !table.includes(`\`${name}\``))).toEqual([]);
});
