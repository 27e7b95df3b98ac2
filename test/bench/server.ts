import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { newCertificate } from './certificate';
import { ANSWERS, answerUpload, content, sizeIn } from './service';

/* The server of one benchmark. child.ts starts this file in a process of its own, which reports its address. */

/** How the server answers; `latencyMs` is the time before each answer. */
export interface ServerSetup {
	readonly tls?: boolean;
	readonly latencyMs?: number;
}

async function sendContent(response: ServerResponse, size: number): Promise<void> {
	response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': size });
	for (const block of content(size))
		if (!response.write(block)) await new Promise((resolve) => response.once('drain', resolve));
	response.end();
}

/** Status and answer to a request whose body was `bytes` bytes long; `body` is empty for PUT. */
function answer(request: IncomingMessage, body: string, bytes: number): [number, unknown] {
	const [path = '', query] = (request.url ?? '').split('?');
	const step = path.slice(path.lastIndexOf('/') + 1);
	if (step.startsWith('upload_')) return answerUpload(step, request, bytes);
	if (step === 'sink') return [200, {}];
	return [200, ANSWERS[step]?.(new URLSearchParams(request.method === 'GET' ? query : body), address) ?? {}];
}

const listener: RequestListener = (request, response) => {
	const parts: Buffer[] = [];
	let bytes = 0;
	request.on('data', (part: Buffer) => {
		bytes += part.length;
		if (request.method !== 'PUT') parts.push(part);
	});
	request.on('end', () => {
		if (request.url?.startsWith('/content/')) return void sendContent(response, sizeIn(request.url));
		const [status, body] = answer(request, Buffer.concat(parts).toString(), bytes);
		const reply = () =>
			void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
		if (setup.latencyMs) setTimeout(reply, setup.latencyMs);
		else reply();
	});
};

const setup: ServerSetup = JSON.parse(process.argv[2] ?? '{}');
let address = '';
const server = setup.tls ? createTlsServer(newCertificate(), listener) : createServer(listener);
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
	address = `${setup.tls ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
	process.send?.({ url: address });
});
process.on('disconnect', () => process.exit(0));
