import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Certificate } from '../../../support/certificate';
import { passTo } from '../../process/reverseProxy';

/** A server in front of the emulator that speaks HTTPS, with a certificate of an authority of this test. */
export interface TlsFront {
	/** Without a trailing slash. */
	readonly url: string;
	/** Paths that were asked for, without queries. */
	readonly paths: readonly string[];
	/** The origin that it redirects downloads to; nowhere when empty, and the emulator answers everything else. */
	redirectTo: string;
	close(): Promise<void>;
}

/** Starts a front for the service at `target`, on a free port of `host`. */
export async function startTlsFront({ key, cert }: Certificate, target: string, host: string): Promise<TlsFront> {
	const paths: string[] = [];
	const state = { redirectTo: '' };
	const server = createServer({ key, cert }, (request, response) => {
		const url = request.url ?? '/';
		paths.push(url.split('?')[0] ?? url);
		const isContent = request.method === 'GET' && !url.startsWith('/m-');
		if (state.redirectTo === '' || !isContent) return passTo(target, request, response);
		request.resume();
		response.writeHead(302, { location: `${state.redirectTo}${url}` }).end();
	});
	await new Promise<void>((resolve) => server.listen(0, host, resolve));
	return Object.assign(state, {
		url: `https://${host}:${(server.address() as AddressInfo).port}`,
		paths,
		close: async () => {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	});
}
