import { FakeServer, type RecordedRequest } from '../../support/fakeServer';
import type { Reply } from '../../support/wire';
import type { Execution } from './engineTypes';

/** n8n as other executions reach it: its server, which hands posts on to an execution that waits. */
export async function serveWaiting(
	execution: Execution,
	/** Answers in place of n8n where it returns something. */
	instead: (request: RecordedRequest) => Reply | undefined = () => undefined,
) {
	const server = await FakeServer.start(async (request) => {
		const reply = instead(request);
		if (reply) return reply;
		const answer = await execution.request('POST', `http://127.0.0.1${request.url}`, request.body.toString('utf8'));
		return { status: answer.status, body: answer.body };
	});
	return {
		/** A link of the execution, with the address of this server. */
		at: (link: unknown): string => String(link).replace('http://127.0.0.1/', `${server.url}/`),
		/** Where this n8n serves waiting webhooks. */
		url: `${server.url}/x`,
		requests: server.requests,
		close: async (): Promise<void> => await server.close(),
	};
}
