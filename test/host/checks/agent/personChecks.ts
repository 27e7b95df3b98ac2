import assert from 'node:assert/strict';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';
import type { Checks } from '../checks';
import { type Step, startChatModel } from './chatModel';

const START = 'When chat message received';
const LANGCHAIN = '@n8n/n8n-nodes-langchain';
const [ASKING, OTHER] = ['zhang.wei@example.com', 'liu.jing@example.com'];

/** A model that was made to name somebody else, and then corrects its call. */
const SCRIPT: readonly Step[] = [
	() => ({ tool: 'My_libraries', args: { user: { email: OTHER } } }),
	({ answer }) => {
		assert.match(answer, /user is no argument of this tool\. Call the tool again without it\./);
		return { tool: 'My_libraries', args: {} };
	},
	({ answer }) => {
		assert.match(answer, /"Sales"/);
		assert.doesNotMatch(answer, /"Research"/);
		return { say: 'These are yours.' };
	},
];

/** Accounts of the credential that an agent's tool has: the one that the guide names, and the one that seems to do. */
const ACCOUNTS = [`={{ $('${START}').first().json.user.email }}`, '={{ $json.user.email }}'];

/** An AI Agent acts as the person whom the chat has verified, and never as the one whom its model names. */
export async function checkPerson(checks: Checks, prepared: PreparedN8n): Promise<void> {
	const { rest, emulator } = prepared;
	for (const account of ACCOUNTS)
		await checks.check(`an agent with the account ${account.slice(4, -3)} acts as whoever asks`, async () => {
			const model = await startChatModel(SCRIPT);
			const since = emulator.requests.length;
			const execution = await rest.execute(await saveChat(prepared, account, model.url), START, 60_000);
			await model.close();
			assert.deepEqual(model.problems, [], execution.error);
			assert.equal(model.steps(), SCRIPT.length, execution.error);
			const tickets = emulator.requests.slice(since).flatMap(({ params: { ticket = '' } }) => ticket || []);
			const accounts = tickets.map((ticket) =>
				String(JSON.parse(Buffer.from(ticket, 'base64').toString()).account),
			);
			assert.ok(!accounts.includes(OTHER), String(accounts));
		});
}

/** A chat that a verified person has begun, with an agent and one tool of File Library User. */
async function saveChat({ rest, emulator }: PreparedN8n, account: string, url: string): Promise<string> {
	const signOn = { ...emulator.enterprise, baseUrl: emulator.url, grantType: 'signOnKey', account };
	const person = await rest.saveCredential(`Person by ${account}`, 'fileLibraryTokenApi', signOn);
	const key = await rest.saveCredential(`Model at ${url}`, 'openAiApi', { apiKey: 'none', url, header: false });
	const link = (node: string, type: string) => ({ [type]: [[{ node, type, index: 0 }]] });
	const nodeOf = (name: string, type: string, typeVersion: number, parameters: object, credentials: object = {}) => ({
		id: name,
		name,
		type,
		typeVersion,
		parameters,
		credentials,
		position: [0, 0],
	});
	return await rest.saveWorkflow({
		name: `A chat with ${account}`,
		nodes: [
			nodeOf(START, `${LANGCHAIN}.chatTrigger`, 1.4, { options: {} }),
			nodeOf('AI Agent', `${LANGCHAIN}.agent`, 3, { options: {} }),
			nodeOf('Model', `${LANGCHAIN}.lmChatOpenAi`, 1.2, { options: {} }, { openAiApi: { id: key, name: 'key' } }),
			nodeOf(
				...(['My libraries', 'n8n-nodes-file-library.fileLibraryUserTool', 1] as const),
				{ resource: 'library', operation: 'getMany', returnAll: true },
				{ fileLibraryTokenApi: { id: person, name: 'person' } },
			),
		],
		connections: {
			[START]: link('AI Agent', 'main'),
			Model: link('AI Agent', 'ai_languageModel'),
			'My libraries': link('AI Agent', 'ai_tool'),
		},
		settings: { executionOrder: 'v1' },
		pinData: { [START]: [{ json: { chatInput: 'Which libraries do I have?', user: { email: ASKING } } }] },
	});
}
