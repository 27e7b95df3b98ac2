import type { INodeExecutionData } from 'n8n-workflow';
import type { Engine, NodeSetup, RunResult } from '../engine/support/engineTypes';
import { serveWaiting } from '../engine/support/waitingServer';
import { reference } from './reference';

/* Examples of reading links, which need an execution that makes them and waits. */

/** The item of a link does not name the library: all nodes take it from the node that put it out. */
const ofItems = (parameters: object) =>
	JSON.parse(JSON.stringify(parameters).replaceAll('$json.', "$('Items').first().json.")) as Record<string, never>;

/** An example that waits for a link which its execution has made. Rejects with the error of a node. */
export async function afterLink(
	engine: Engine,
	wait: NodeSetup,
	items: readonly INodeExecutionData[] = [{ json: {} }],
): Promise<RunResult> {
	const { node, credentials = {}, parameters: { authentication, library } = {} } = wait;
	const parameters = {
		...reference().find(({ id }) => id === 'libraryReadingLink')?.example,
		...(authentication ? { authentication, library } : {}),
	};
	const nodes = [
		{ title: 'Items', node, nodeProps: { disabled: true } },
		{ title: 'Link', node, parameters: ofItems(parameters) },
		{ ...wait, title: 'Wait', parameters: ofItems(wait.parameters ?? {}) },
	];
	const execution = engine.execution({ credentials, nodes, items: [...items] });
	await execution.start();
	const waiting = execution.outputOf('Wait');
	return { items: waiting, outputs: [waiting] };
}

/** An example that closes a link for which another execution waits, with the server that answers for it. */
export async function closingLink(
	engine: Engine,
	close: NodeSetup,
	{
		items = [{ json: {} }],
		onWaiting,
	}: { items?: readonly INodeExecutionData[]; /** Called when the execution waits. */ onWaiting?: () => void } = {},
): Promise<RunResult> {
	const { node, credentials = {}, parameters = {} } = close;
	const { authentication, library } = parameters;
	const access = authentication ? { authentication, library } : {};
	const link = { ...reference().find(({ id }) => id === 'libraryReadingLink')?.example, ...access };
	const wait = { ...reference().find(({ id }) => id === 'libraryReadingWait')?.example, ...access };
	const nodes = [
		{ title: 'Items', node, nodeProps: { disabled: true } },
		{ title: 'Link', node, parameters: ofItems(link) },
		{ title: 'Wait', node, parameters: ofItems(wait) },
	];
	const execution = engine.execution({ credentials, nodes, items: [...items] });
	await execution.start();
	onWaiting?.();
	const server = await serveWaiting(execution);
	const address = server.at(execution.itemsOf('Link')[0]?.link);
	try {
		const closing = { ...close, parameters: { ...parameters, link: address }, items: [...items] };
		return await engine.run({ ...closing, waitingAt: server.url });
	} finally {
		await server.close();
	}
}
