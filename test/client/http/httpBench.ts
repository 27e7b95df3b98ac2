import type { ServerResponse } from 'node:http';
import { httpFor } from '../../../src/client/http/http';
import type { Http } from '../../../src/client/http/types';
import { FakeServer, type RecordedRequest } from '../../support/fakeServer';

interface Closable {
	close(): Promise<unknown> | unknown;
}

/** What a test file about the HTTP client works with; everything it opens is closed after each test. */
export interface HttpBench {
	/** The client of ordinary settings. */
	http(): Http;
	/** A server whose answers `handler` writes. */
	server(handler: (request: RecordedRequest, answer: ServerResponse) => unknown): Promise<FakeServer>;
	/** Closes `thing` after the test. */
	closing<T extends Closable>(thing: T): T;
}

/** Call it at the top of a test file. */
export function httpBench(): HttpBench {
	const opened: Closable[] = [];
	const closing = <T extends Closable>(thing: T): T => {
		opened.push(thing);
		return thing;
	};
	afterEach(async () => {
		for (const thing of opened.splice(0).reverse()) await thing.close();
	});
	return {
		http: () => closing(httpFor({ allowUnauthorizedCerts: false })),
		server: async (handler) =>
			closing(
				await FakeServer.start((request, answer) => {
					handler(request, answer);
					return undefined;
				}),
			),
		closing,
	};
}
