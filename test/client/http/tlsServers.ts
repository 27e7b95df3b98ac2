import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Listening {
	/** Port on 127.0.0.1. */
	readonly port: number;
	close(): Promise<void>;
}

async function listening(
	server: Pick<Server, 'listen' | 'address' | 'close' | 'closeAllConnections'>,
): Promise<Listening> {
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
	return {
		port: (server.address() as AddressInfo).port,
		close: async () => {
			server.closeAllConnections();
			await new Promise<void>((resolve) => server.close(() => resolve()));
		},
	};
}

/** A private key and a certificate of localhost that no machine trusts, as PEM. */
function untrustedCertificate(): { key: Buffer; cert: Buffer } {
	const folder = mkdtempSync(join(tmpdir(), 'tls-'));
	const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
	const algorithm = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
	const subject = ['-subj', '/CN=localhost', '-days', '2'];
	execFileSync('openssl', ['req', '-x509', ...algorithm, ...subject, '-keyout', key, '-out', cert], {
		stdio: 'ignore',
	});
	return { key: readFileSync(key), cert: readFileSync(cert) };
}

/** An HTTPS server with an untrusted certificate that answers every request with `text`. */
export const tlsServer = async (text: string): Promise<Listening> =>
	await listening(createTlsServer(untrustedCertificate(), (_, answer) => answer.end(text)));

/** A proxy that opens tunnels (CONNECT) and counts them. */
export async function tunnelProxy(): Promise<Listening & { readonly tunnels: number }> {
	let tunnels = 0;
	const proxy = createServer().on('connect', (request, socket) => {
		tunnels++;
		const [host, port] = (request.url ?? '').split(':');
		const out = connect(Number(port), host, () => {
			socket.write('HTTP/1.1 200 OK\r\n\r\n');
			out.pipe(socket);
			socket.pipe(out);
		});
		for (const end of [socket, out]) end.on('error', () => undefined);
	});
	const { port, close } = await listening(proxy);
	return {
		port,
		close,
		get tunnels() {
			return tunnels;
		},
	};
}
