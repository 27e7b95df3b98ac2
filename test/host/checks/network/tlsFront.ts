import type { RequestListener } from 'node:http';
import type { Certificate } from '../../../support/certificate';
import { passTo, serve } from '../../process/loopbackServer';

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
	const answer: RequestListener = (request, response) => {
		const url = request.url ?? '/';
		paths.push(url.split('?')[0] ?? url);
		const isContent = request.method === 'GET' && !url.startsWith('/m-');
		if (state.redirectTo === '' || !isContent) return passTo(target, request, response);
		request.resume();
		response.writeHead(302, { location: `${state.redirectTo}${url}` }).end();
	};
	const { origin, close } = await serve(answer, host, { key, cert });
	return Object.assign(state, { url: origin, paths, close });
}
