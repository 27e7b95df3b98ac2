import { startLibrary, type Library } from './library';
import { CLIENT, startStrictServer, type StrictServer } from './strictServer';

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
