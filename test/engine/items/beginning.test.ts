import { ApplicationError, type IExecuteFunctions, type INodeType } from 'n8n-workflow';
import { FileLibraryOrgApi } from '../../../credentials/FileLibraryOrgApi.credentials';
import { operationsByNode } from '../../../src/entries';
import { callerOf } from '../../../src/n8n/credentials/caller';
import { plainOperation } from '../../../src/n8n/execute/plainOperation';
import { run } from '../../../src/n8n/execute/run';
import { LibraryError } from '../../../src/protocol/wire/libraryError';
import { shareLibrary } from '../support/world';
import { by, node } from '../support/library';

/* What fails before the first item is worked on fails as an item does. */

const library = shareLibrary((emulator) => emulator.seedFile('Docs/b.txt', 'content'));

const rows = [{ json: { name: 'a' } }, { json: { name: 'b' } }];
const GET = { resource: 'file', operation: 'get', file: by('path', 'Docs/b.txt') };
const goingOn = { nodeProps: { onError: 'continueRegularOutput' as const } };

/** Runs the File Library node with an execute of its own. */
const runWith = async (execute: NonNullable<INodeType['execute']>, more: object = {}) => {
	const name = library.engine.register({ ...node, execute }, new FileLibraryOrgApi());
	const { credentials } = library;
	return await library.engine.run({ node: name, credentials, parameters: GET, items: rows, ...more });
};

describe('an operation that cannot be read for the first item', () => {
	/** Reading it fails for an expression only; where the form does not resolve them, it is made to fail. */
	async function execute(this: IExecuteFunctions) {
		const getNodeParameter = (name: string, item: number, ...more: unknown[]): unknown => {
			if (name === 'operation' && item === 0) throw new ApplicationError('no such date');
			return Reflect.apply(this.getNodeParameter, this, [name, item, ...more]);
		};
		const context = Object.assign(Object.create(this) as IExecuteFunctions, { getNodeParameter });
		return [await run(context, operationsByNode.fileLibrary, () => plainOperation)];
	}

	test('ends the run with the item', async () => {
		const { error, items } = await runWith(execute);
		expect(error).toMatchObject({ name: 'NodeOperationError', context: { itemIndex: 0 } });
		expect(items).toEqual([]);
	});

	test('is the failure of this item with Continue On Fail: the others run', async () => {
		const { error, items } = await runWith(execute, goingOn);
		expect(error).toBeUndefined();
		expect(items).toMatchObject([
			{ json: { error: 'no such date' }, pairedItem: { item: 0 } },
			{ json: { fullpath: 'Docs/b.txt' }, pairedItem: { item: 1 } },
		]);
	});
});

describe('an execution that goes on after a wait, and fails', () => {
	async function execute(this: IExecuteFunctions) {
		const resume = async (context: IExecuteFunctions): Promise<never> => {
			const { secret } = (await callerOf(context, 'org', 0)).account();
			throw new LibraryError('busy', `The wait for "${secret}" is over`, { hint: 'Wait again.' });
		};
		return [await run(this, operationsByNode.fileLibrary, () => ({ ...plainOperation, resume }))];
	}

	test('shows the failure of its first item, with the hint and without secrets', async () => {
		const { error } = await runWith(execute);
		expect(error).toMatchObject({
			name: 'NodeOperationError',
			message: 'The wait for "***" is over',
			description: 'Wait again.',
			context: { itemIndex: 0 },
		});
	});

	test('puts it out with Continue On Fail', async () => {
		const { error, items } = await runWith(execute, goingOn);
		expect(error).toBeUndefined();
		expect(items).toMatchObject([{ json: { error: 'The wait for "***" is over' }, pairedItem: { item: 0 } }]);
	});
});
