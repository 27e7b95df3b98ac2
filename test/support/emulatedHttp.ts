import { randomUUID } from 'node:crypto';
import type { MultipartBody, SentRequest, Transport } from '../../src/edition/ports';
import { httpOver } from '../../src/client/http/http';
import type { Http } from '../../src/client/http/types';
import type { Account } from '../../src/client/service/account';
import type { Caller } from '../../src/client/service/call';
import type { Emulator, LibraryAccess } from '../emulator';
import { callerWith, orgAccount } from './ports';

/*
 * The emulator as the client's HTTP port, without sockets: the whole service, its upload hosts, downloads and faults
 * behind `Http`, about ten times as fast as a port of this machine. Everything but the connection is real: signatures,
 * redirects, limits of time, and the errors that the client makes of a reset. With the same fake clock on both sides,
 * time passes only in sleeps:
 *
 *   const clock = fakeClock();
 *   const emulator = emulatorInMemory({ clock });                  // from test/emulator; nothing has to be closed
 *   const caller = callerOf(emulator, { clock });                  // of the demo library, ready for src/client
 *   emulator.seedFile('a/b.txt', 'content');
 *   emulator.faults.add({ match: '/file/ls', action: 'reset' });   // or { status: 503 }, 'stall', { rewrite }, …
 *   await pathsIn(caller);                                         // whatever takes a Caller
 *   expect(emulator.requests.map(({ path }) => path)).toEqual([…]);
 *
 * What happens between two requests: `emulator.faults.choose = ({ path }) => …`, or a wrapper around the `Http`.
 */

/** What answers requests in memory. */
type Service = Pick<Emulator, 'answer'>;

async function* formOf({ fields, file }: MultipartBody, boundary: string): AsyncGenerator<Buffer> {
	const start = (name: string, more = ''): string =>
		`--${boundary}\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
	for (const [name, value] of fields) yield Buffer.from(`${start(name)}${value}\r\n`);
	yield Buffer.from(start(file.field, `; filename="${file.name}"\r\nContent-Type: ${file.contentType}`));
	yield* file.pieces;
	yield Buffer.from(`\r\n--${boundary}--\r\n`);
}

function withBody({ body, headers }: SentRequest) {
	if (body === undefined) return { headers };
	if (typeof body === 'string' || Buffer.isBuffer(body)) return { headers, body };
	const boundary = randomUUID();
	return {
		headers: { ...headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
		body: formOf(body, boundary),
	};
}

/** The connections to an emulator in memory. */
const emulatedTransport = ({ answer }: Service): Transport => ({
	send: async (request, watch) => {
		let stop = (_reason: Error): void => undefined;
		const stopped = new Promise<never>((_, reject) => (stop = reject));
		stopped.catch(() => undefined);
		watch.begun((reason) => stop(reason));
		const answering = answer({ method: request.method, url: request.url, ...withBody(request) });
		const { status, headers, pieces, drop } = await Promise.race([answering, stopped]).catch((cause: unknown) => {
			void answering.then((late) => late.drop()).catch(() => undefined);
			throw cause;
		});
		return {
			status,
			headers,
			receive: async (take) => {
				const reader = pieces[Symbol.asyncIterator]();
				for (;;) {
					const { done, value } = await Promise.race([reader.next(), stopped]);
					if (done) return;
					await take(value);
				}
			},
			drop: (reason) => {
				drop();
				stop(reason);
			},
		};
	},
});

/** The service as the client's HTTP port. `clock` is that of the limits of time. */
export const emulatedHttp = (service: Service, clock?: Caller['clock']): Http =>
	httpOver(emulatedTransport(service), { allowUnauthorizedCerts: false, ...(clock ? { clock } : {}) });

/** A caller of a library, the demo library when left out, or of another account. */
export function callerOf(
	emulator: Emulator,
	{
		library = emulator.library,
		http = emulatedHttp(emulator),
		...more
	}: Parameters<typeof callerWith>[1] & { readonly library?: LibraryAccess; readonly http?: Http } = {},
): Caller {
	const { orgClientId: clientId, orgClientSecret: secret } = library;
	const account: Account = { ...orgAccount(emulator.url), clientId, secret };
	return callerWith(http, { account, ...more });
}
