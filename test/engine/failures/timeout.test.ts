import { setTimeout as sleep } from 'node:timers/promises';
import type { INodeProperties, INodeType } from 'n8n-workflow';
import type { Handler } from '../../support/fakeServer';
import { file, type Parameters } from '../support/failures';
import { on } from '../support/library';
import { nodes } from '../support/nodes';
import { errorOf, Triggers } from '../support/triggers';
import { allNodes } from '../../contract/actionNodes';

/* The option Timeout (Seconds): how long a server may be silent. */

let handler: Handler = () => ({ fault: 'hang' });
const library = nodes({ service: async (request, response) => await handler(request, response), as: 'org' });
const { server } = library;
beforeEach(() => {
	server.requests.length = 0;
	handler = () => ({ fault: 'hang' });
});
const LINK = on('link', 'create', { file });
const within = (requestTimeout: unknown): Parameters => ({ ...LINK, options: { requestTimeout } });

/** The collections Options of a form, one for each operation. */
const optionsOf = ({ description }: INodeType): INodeProperties[] =>
	description.properties.filter(({ name }) => name === 'options');
const operationsOf = ({ description }: INodeType): number =>
	description.properties.filter(({ name }) => name === 'operation').flatMap(({ options = [] }) => options).length;

test.each(allNodes.map((node) => [node.description.displayName, node] as const))(
	'every operation of %s has it among the options',
	(_name, node) => {
		const collections = optionsOf(node);
		expect(collections).toHaveLength(operationsOf(node) || 1);
		for (const { options = [] } of collections)
			expect(options).toContainEqual(
				expect.objectContaining({ name: 'requestTimeout', displayName: 'Timeout (Seconds)', type: 'number' }),
			);
	},
);

test('a service that never answers is given up, and the error says where to allow more', async () => {
	// Without the option it is waited for until it answers.
	handler = async () => {
		await sleep(10_000, undefined, { ref: false });
		return { body: { link: 'https://files.example.com/l/1', code: '1' } };
	};
	const { error } = await library.run(within(1));
	expect(error?.message).toMatch(/no answer within the time limit/);
	expect(error?.description).toMatch(/Timeout \(Seconds\)/);
	expect(server.requests).toHaveLength(1);
});

test('an answer within the limit, which is in seconds, is taken', async () => {
	handler = async () => {
		await sleep(100);
		return { body: { link: 'https://files.example.com/l/1', code: '1' } };
	};
	expect((await library.run(within(1))).error).toBeUndefined();
});

test('it is read for each item, as a number or as text', async () => {
	const items = [{ json: { seconds: '1' } }, { json: { seconds: 'soon' } }];
	const nodeProps = { onError: 'continueRegularOutput' } as const;
	const { items: results } = await library.run(within('={{ $json.seconds }}'), items, { nodeProps });
	const [first, second] = results.map(({ json }) => json.error);
	expect(first).toMatch(/no answer/);
	expect(second).toMatch(/Timeout \(Seconds\) must be a whole number/);
	expect(server.requests).toHaveLength(1);
});

test.each([[0], [-5], [1.5], ['soon'], [86_401], [true]])('%p is refused and nothing is sent', async (value) => {
	const { error } = await library.run(within(value));
	expect(error?.message).toMatch(/^Timeout \(Seconds\) must be /);
	expect(server.requests).toEqual([]);
});

test('a poll of the trigger: a wrong value is a setting to correct', async () => {
	const triggers = await Triggers.start(await Triggers.engine());
	await triggers.file('a.txt');
	const poll = async (requestTimeout: unknown) =>
		await triggers.activate({ startFrom: 'beginning', options: { requestTimeout } }).poll();
	const error = await errorOf(poll(0));
	expect(error.message).toMatch(/Timeout \(Seconds\)/);
	expect(error.failure).toMatchObject({ cause: 'configuration-invalid' });
	const { faults } = triggers.client.emulator;
	// Without the option the poll gets the file.
	faults.add({ match: '/file/updates', action: 'slow', slowMs: 10_000, times: 100 });
	expect((await errorOf(poll(1))).message).toMatch(/no answer within the time limit/);
	await triggers.close();
});
