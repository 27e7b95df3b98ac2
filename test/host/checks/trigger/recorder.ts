import { json } from 'node:stream/consumers';
import { type WorkflowNode, workflowInARow } from '../../n8n/workflow';
import { serve } from '../../process/loopbackServer';
import type { PreparedN8n } from '../../../../dev/n8n/preparedN8n';

/** Records what a workflow posts to it. It runs outside the n8n that is killed. */
export interface Recorder {
	readonly url: string;
	/** All values received, in order; each post is an array of values. */
	readonly values: string[];
	/** The number of posts received; each is one execution of the workflow. */
	posts(): number;
	/** When the last post arrived, in milliseconds since 1970; 0 before the first. */
	lastPost(): number;
	close(): Promise<void>;
}

/** Starts a recorder on a free port of the loopback address. */
export async function startRecorder(): Promise<Recorder> {
	const values: string[] = [];
	let [posts, last] = [0, 0];
	const server = await serve((request, response) => {
		void json(request).then((received) => {
			values.push(...(received as string[]));
			[posts, last] = [posts + 1, Date.now()];
			response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
		});
	});
	return { url: `${server.origin}/`, values, posts: () => posts, lastPost: () => last, close: server.close };
}

/** Creates and publishes a workflow that posts, for all items of an execution at once, what `value` says of `json`. */
export async function publishRecording(
	{ rest }: PreparedN8n,
	trigger: WorkflowNode,
	{ url, value }: { readonly url: string; readonly value: string },
): Promise<void> {
	const record = {
		name: 'Record',
		type: 'n8n-nodes-base.httpRequest',
		typeVersion: 4.2,
		executeOnce: true,
		parameters: {
			method: 'POST',
			url,
			sendBody: true,
			specifyBody: 'json',
			jsonBody: `={{ JSON.stringify($input.all().map(({ json }) => ${value})) }}`,
			options: {},
		},
	};
	await rest.publish(await rest.saveWorkflow(workflowInARow(`Record: ${trigger.name}`, [trigger, record])));
}
