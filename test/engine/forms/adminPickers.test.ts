import { actionNodes } from '../../contract/actionNodes';
import { enterpriseSearch, partnerSearch } from '../../../src/n8n/lists/lists';
import { type ActionNode, nameOf, shareWorld, World } from '../support/world';

/* Forms of File Library Admin and Partner with the sample data: pickers, and what starts empty. */

const world = shareWorld(new World(), { options: { seedDemo: true } });

const setupOf = (node: ActionNode) => ({ node: nameOf(node), credentials: world.credentials });

test.each([
	...Object.keys(enterpriseSearch).map((method) => ['fileLibraryAdmin', method] as const),
	...Object.keys(partnerSearch).map((method) => ['fileLibraryPartner', method] as const),
])('%s: the list %s has entries, which are found by the middle of their names', async (node, method) => {
	const { results } = await world.engine.search({ ...setupOf(node), method });
	const { name = '', value } = results.at(-1) ?? {};
	expect(results.length).toBeGreaterThan(2);
	const filter = name.replace(/ \(.*/, '').slice(1);
	const { results: found } = await world.engine.search({ ...setupOf(node), method, filter });
	expect(found.map((entry) => entry.value)).toContain(value);
});

test('the forms name no bytes, leave nothing unchanged by a choice, and have no ID to begin with', () => {
	const both = [actionNodes.fileLibraryAdmin, actionNodes.fileLibraryPartner];
	const text = JSON.stringify(both.map(({ description }) => description.properties));
	expect(text).not.toMatch(/\(Bytes\)|Leave Unchanged/);
	const id = /"displayName":"[^"]*ID","name":"[^"]*","description":"[^"]*","type":"number","default":\d/;
	expect(text).not.toMatch(id);
});
