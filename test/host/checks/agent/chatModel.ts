import { json } from 'node:stream/consumers';
import { serve } from '../../process/loopbackServer';

/* A chat model that plays a script, over the interface of OpenAI (POST /v1/chat/completions). */

/** A tool as the model is told about it. */
export interface OfferedTool {
	readonly name: string;
	readonly description: string;
	readonly parameters: Argument;
}

/** An argument of a tool, or all of them. */
interface Argument {
	readonly description?: string;
	readonly properties?: Readonly<Record<string, Argument>>;
}

/** What the model is asked: the tools that it has, and the conversation so far. */
export interface Question {
	readonly tools: readonly OfferedTool[];
	/** What the tool that was called last answered; empty in the first question. */
	readonly answer: string;
}

/** What the model says: the call of a tool, or its last words. */
type Reply = { readonly tool: string; readonly args: Readonly<Record<string, unknown>> } | { readonly say: string };

/** One step: looks at the question and replies. It throws where the question is not what it must be. */
export type Step = (question: Question) => Reply;

interface Request {
	tools?: Array<{ function: OfferedTool }>;
	messages: ReadonlyArray<{ readonly role: string; readonly content?: unknown }>;
}

const textOf = (content: unknown): string => (typeof content === 'string' ? content : JSON.stringify(content ?? ''));

function questionIn({ tools = [], messages }: Request): Question {
	const last = messages.at(-1);
	return { tools: tools.map((tool) => tool.function), answer: last?.role === 'tool' ? textOf(last.content) : '' };
}

/** A completion as OpenAI answers it. */
function completion(reply: Reply, turn: number): object {
	const isCall = 'tool' in reply;
	const call = isCall && {
		id: `call_${turn}`,
		type: 'function',
		function: { name: reply.tool, arguments: JSON.stringify(reply.args) },
	};
	return {
		id: `completion-${turn}`,
		object: 'chat.completion',
		created: 0,
		model: 'scripted',
		choices: [
			{
				index: 0,
				finish_reason: isCall ? 'tool_calls' : 'stop',
				message: {
					role: 'assistant',
					content: isCall ? null : reply.say,
					...(call ? { tool_calls: [call] } : {}),
				},
			},
		],
		usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
	};
}

/** Starts a model that plays these steps, one for each question, and says no more after a problem, which it keeps. */
export async function startChatModel(script: readonly Step[]) {
	const problems: string[] = [];
	let turn = 0;
	const reply = (question: Question): Reply => {
		const step = problems.length === 0 ? script[turn++] : undefined;
		try {
			if (step) return step(question);
			problems.push(`a question after the last step: ${question.answer}`);
		} catch (error) {
			problems.push(`step ${turn}: ${error instanceof Error ? error.message : String(error)}`);
		}
		return { say: 'I give up.' };
	};
	const server = await serve((request, response) => {
		void json(request).then((body) => {
			response.setHeader('content-type', 'application/json');
			response.end(JSON.stringify(completion(reply(questionIn(body as Request)), turn)));
		});
	});
	return { url: `${server.origin}/v1`, problems, steps: () => turn, close: server.close };
}
