import type { ServerResponse } from 'node:http';
import { FakeServer, type RecordedRequest } from './fakeServer';

/** The former names of `FakeServer`, for test/engine/items/concurrency.test.ts. */
export type Seen = RecordedRequest;
export type Loopback = FakeServer & { readonly seen: RecordedRequest[] };

/** A fake server whose handler writes each answer by itself. */
export async function loopback(handler: (request: Seen, response: ServerResponse) => void): Promise<Loopback> {
	const fake = await FakeServer.start((request, response) => {
		handler(request, response);
		return undefined;
	});
	return Object.assign(fake, { seen: fake.requests });
}
