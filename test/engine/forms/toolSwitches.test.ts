import { ExecuteContext } from 'n8n-core';
import { operationsByNode } from '../../../src/entries';
import { cautionsOf } from '../../../src/protocol/operation/define';
import { actionNodes } from '../../contract/actionNodes';
import { asTool } from '../support/fileNodes';
import { on } from '../support/library';
import { nodes } from '../support/nodes';
import type { ActionNode } from '../support/world';

/* Agents of n8n run a tool in an ordinary context, which only its type tells; switches count there too. */

const strict = nodes({ service: 'strict' });
const { server } = strict;
const tools = new Map<string, string>();
/** What contexts said when they were asked whether a tool is executed. */
const said: boolean[] = [];

beforeAll(async () => {
	for (const [name, node] of Object.entries(actionNodes)) tools.set(name, strict.engine.register(asTool(node)));
	const isToolExecution = ExecuteContext.prototype.isToolExecution;
	jest.spyOn(ExecuteContext.prototype, 'isToolExecution').mockImplementation(function (this: ExecuteContext) {
		const answer = isToolExecution.call(this);
		said.push(answer);
		return answer;
	});
});
beforeEach(() => void (said.length = 0));

const cautious = Object.entries(operationsByNode).flatMap(([node, operations]) =>
	operations
		.filter((op) => cautionsOf(op).some(({ when }) => !when))
		.map((op) => [`${node} ${op.resource} ${op.operation}`, node as ActionNode, op] as const),
);

test('many operations need a switch', () => expect(cautious.length).toBeGreaterThan(40));

test.each(cautious)('%s is refused while its switch is off, in the context of an agent', async (_name, node, op) => {
	const parameters = on(op.resource, op.operation, { ...op.example });
	const run = { ...strict.setupOf(node), node: tools.get(node) ?? '', items: [{ json: {} }] };
	const { error } = await strict.engine.run({ ...run, parameters });
	expect(error?.message).toMatch(/^This .*, and the owner of the workflow has not allowed a model to do it/);
	expect(server.requests).toEqual([]);
	expect(said).toContain(false);
	expect(said).not.toContain(true);
});
