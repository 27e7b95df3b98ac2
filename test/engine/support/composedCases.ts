import { by, DIFFICULT, startLibrary, type Library } from './library';
import { CLIENT, startStrictServer, type StrictServer } from './strictServer';

/* Wire values that are composed of several properties: cases are written out by hand from the interface document. */

type Parameters = Record<string, unknown>;
/** Parameters of the node, and what the request `operation` must send; undefined is "not sent". */
export type ComposedCase = [
	name: string,
	operation: string,
	parameters: Parameters,
	sent: Readonly<Record<string, string | undefined>>,
];

export const file = by('path', DIFFICULT);

/** The File Library node against a strict server. */
class StrictLibrary {
	server!: StrictServer;
	library!: Library;

	async start(): Promise<void> {
		this.server = await startStrictServer();
		this.library = await startLibrary({ url: this.server.url, ...CLIENT });
	}
}

/** The library of a test file; each test begins with a server that has seen no request. */
export function useStrictLibrary(): StrictLibrary {
	const strict = new StrictLibrary();
	beforeAll(async () => await strict.start());
	afterAll(async () => await strict.server.close());
	beforeEach(() => strict.server.reset());
	return strict;
}

/** Parameters that are JSON text: compared by meaning, because the order of keys is free. */
const JSON_PARAMETERS = ['permissions', 'ids', 'metadata'];
const meaningOf = (name: string, text: string | undefined): unknown =>
	JSON_PARAMETERS.includes(name) && text !== undefined ? JSON.parse(text) : text;

/** Runs one case. */
export async function expectSent(
	{ server, library }: StrictLibrary,
	...[, operation, parameters, expected]: ComposedCase
): Promise<void> {
	const { error } = await library.run(parameters);
	expect(server.problems()).toEqual([]);
	expect(error).toBeUndefined();
	const sent = server.sent(operation)[0] ?? {};
	for (const [name, value] of Object.entries(expected))
		expect({ [name]: meaningOf(name, sent[name]) }).toEqual({ [name]: meaningOf(name, value) });
}
