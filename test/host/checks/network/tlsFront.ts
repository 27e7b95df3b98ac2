import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { request as forward, type IncomingMessage, type ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

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

/** The certificate of the authority and the key and certificate of the servers, in PEM form, and its file. */
interface Certificates {
	readonly file: string;
	readonly key: Buffer;
	readonly cert: Buffer;
}

/** Makes a certificate of the loopback addresses that is trusted by nobody who was not given its file. */
export function makeCertificates(folder: string): Certificates {
	const [keyFile, file] = [join(folder, 'tls.key'), join(folder, 'tls.crt')];
	const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyFile];
	const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1,IP:127.0.0.2'];
	execFileSync('openssl', ['req', '-x509', ...key, ...names, '-days', '2', '-out', file], { stdio: 'ignore' });
	return { file, key: readFileSync(keyFile), cert: readFileSync(file) };
}

/** Starts a front for the service at `target`, on a free port of `host`. */
export async function startTlsFront(certificates: Certificates, target: string, host: string): Promise<TlsFront> {
	const paths: string[] = [];
	const state = { redirectTo: '' };
	const { key, cert } = certificates;
	const server = createServer({ key, cert }, (request, response) => {
		const url = request.url ?? '/';
		paths.push(url.split('?')[0] ?? url);
		const isContent = request.method === 'GET' && !url.startsWith('/m-');
		if (state.redirectTo === '' || !isContent) return passOn(target, request, response);
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

function passOn(target: string, request: IncomingMessage, response: ServerResponse): void {
	const { method, headers, url = '/' } = request;
	const onward = forward(`${target}${url}`, { method, headers }, (answer) => {
		response.writeHead(answer.statusCode ?? 502, answer.headers);
		answer.pipe(response);
	});
	onward.once('error', () => response.destroy());
	request.pipe(onward);
}
