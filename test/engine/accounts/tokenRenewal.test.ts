import { startExamples, withDemo } from '../../contract/demo';
import { reference, type OperationEntry } from '../../contract/reference';

/* n8n stores a token only beside a call of its own. What becomes of that call does not matter. */

const example = reference().find(({ id }) => id === 'userFileInfo') as OperationEntry;

test.each(['reset', 'resetAfter', 'html'] as const)('the call beside the token fails with %s', async (action) => {
	const { run } = await startExamples();
	await withDemo(async (emulator) => {
		emulator.faults.add({ match: '/account/mount', action });
		const { error, items } = await run(example, emulator);
		expect(error?.message).toBeUndefined();
		expect(items[0]?.json).toMatchObject({ fullpath: 'Contracts/offer.txt' });
		expect(emulator.faults.pending).toBe(0);
		expect(emulator.requests.filter(({ path }) => path.endsWith('/token2'))).toHaveLength(1);
	});
});
