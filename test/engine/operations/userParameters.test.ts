import { contractOf } from '../../contract/contract';
import { reference, type OperationEntry } from '../../contract/reference';
import { oneCase } from '../../support/runs';
import { casesOf, exampleWith, type ParameterCase } from '../support/parameterCases';
import { nodes } from '../support/nodes';

/* Every operation of File Library User through the real engine against a strict server that knows access tokens. */

const entries = reference().filter(({ node }) => node === 'fileLibraryUser');
const person = nodes({ service: 'strict', as: 'user' });

const inputFor = async (entry: OperationEntry) =>
	entry.covers.includes('uploadPart') ? await person.file() : undefined;

test.each(entries.map((entry, nth): [string, OperationEntry, number] => [entry.id, entry, nth]))(
	'%s: the example, and every parameter',
	async (id, entry, nth) => {
		const { server } = person;
		const credentials = person.credential();
		server.onlyKnown = entry.covers.includes('uploadPart');
		const { items, error } = await person.run(entry.example, credentials, await inputFor(entry));
		expect(error).toBeUndefined();
		expect(items.length).toBeGreaterThan(0);
		for (const item of items) expect(item.pairedItem).toEqual({ item: 0 });
		expect(server.sent(entry.covers.includes(id) ? id : (entry.covers[0] ?? ''))).not.toEqual([]);
		const direct = entry.parameters.filter(({ composed, kind }) => !composed && kind !== 'binary');
		for (const row of oneCase(direct, nth)) {
			for (const [value, wire] of casesOf(entry, row).filter(isSent)) {
				server.requests.length = 0;
				server.files.clear();
				const changed = await person.run(exampleWith(entry, row, value), credentials, await inputFor(entry));
				expect({ row: row.path, error: changed.error }).toEqual({ row: row.path, error: undefined });
				const target = entry.covers.find((name) => contractOf(name).parameters.has(row.wire)) ?? '';
				const sent = server.sent(target)[0]?.[row.wire] ?? null;
				expect({ row: row.path, value, wire: sent }).toEqual({ row: row.path, value, wire });
			}
		}
	},
);

/** What happens when a file exists is decided without sending it (userTransfers.test.ts). */
function isSent([value]: ParameterCase): boolean {
	return value !== 'fail' && value !== 'skip';
}

test('dateline goes exactly where the contract lists it, and never a client_id', async () => {
	const credentials = person.credential();
	for (const entry of entries) await person.run(entry.example, credentials, await inputFor(entry));
	for (const { operation, params } of person.server.requests) {
		const { dateline, credential: kind } = contractOf(operation);
		expect({ operation, dateline: 'dateline' in params }).toEqual({ operation, dateline });
		if (kind === 'token') expect(params).not.toHaveProperty('client_id');
	}
});
