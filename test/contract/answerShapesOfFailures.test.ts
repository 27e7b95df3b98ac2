import { shapeNames } from '../emulator';
import { someCases } from '../support/runs';
import { startExamples, withDemo } from './demo';
import { reference, type OperationEntry } from './reference';

/* A refusal says the same in every shape, and a client that recovers by its code recovers in every shape. */

const entryOf = (id: string): OperationEntry => {
	const found = reference().find((entry) => entry.id === id);
	if (!found) throw new Error(`the reference has no ${id}`);
	return found;
};
const missing: OperationEntry = {
	...entryOf('libraryFileInfo'),
	example: { ...entryOf('libraryFileInfo').example, file: { __rl: true, mode: 'path', value: 'nothing/合' } },
};

describe.each([...someCases(shapeNames), 'all'] as const)('%s', (name) => {
	const answers = name === 'all' ? name : [name];

	test('a missing file is named, with its code', async () => {
		const { run } = await startExamples();
		const { error } = await withDemo(async (emulator) => await run(missing, emulator), { answers });
		expect(error?.message).toContain('was deleted: "nothing/合" (error 40402, HTTP ');
	});

	test('an expired token is renewed', async () => {
		const { run } = await startExamples();
		const entry = entryOf('userFileInfo');
		await withDemo(
			async (emulator) => {
				expect((await run(entry, emulator)).error).toBeUndefined();
				emulator.expireTokens('expired');
				const { error, items } = await run(entry, emulator);
				expect([error?.message, items]).toEqual([undefined, [expect.anything()]]);
			},
			{ answers },
		);
	});
});
