import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { untrustedCertificate } from '../../support/certificate';
import { ANSWERS, answerUpload, content, sizeIn } from './lightAnswers';
import { reportServer, setupOf } from './serve';

/* The server of one benchmark that costs as little as possible. contest.ts starts it in a process of its own. */

/** What n8n's S3 node asks a bucket first. */
const REGION = '<LocationConstraint>us-east-1</LocationConstraint>';

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
	if (query?.startsWith('location')) return [200, REGION];
	if (step.startsWith('upload_')) return answerUpload(step, request, bytes);
	if (path.startsWith('/sink')) return [200, ''];
	return [200, ANSWERS[step]?.(new URLSearchParams(request.method === 'GET' ? query : body), address) ?? {}];
}

function sendAnswer(response: ServerResponse, [status, body]: [number, unknown]): void {
	const [type, text] = typeof body === 'string' ? ['text/xml', body] : ['application/json', JSON.stringify(body)];
	response.writeHead(status, { 'content-type': type }).end(text);
}

let requests = 0;

const listener: RequestListener = (request, response) => {
	requests++;
	const parts: Buffer[] = [];
	let bytes = 0;
	request.on('data', (part: Buffer) => {
		bytes += part.length;
		if (request.method !== 'PUT') parts.push(part);
	});
	request.on('end', () => {
		const size = sizeIn(request.url ?? '');
		const isContent = request.method === 'GET' && size > 0 && request.url?.startsWith('/content/');
		const reply = () =>
			isContent
				? void sendContent(response, size)
				: sendAnswer(response, answer(request, Buffer.concat(parts).toString(), bytes));
		if (setup.latencyMs) setTimeout(reply, setup.latencyMs);
		else reply();
	});
};

const setup = setupOf();
const own = setup.tls ? untrustedCertificate() : undefined;
let address = '';
const server = own ? createTlsServer(own, listener) : createServer(listener);
server.keepAliveTimeout = 60_000;
server.listen(0, '127.0.0.1', () => {
	address = `${own ? 'https' : 'http'}://127.0.0.1:${(server.address() as AddressInfo).port}`;
	reportServer({ url: address, ...(own ? { ca: own.file } : {}) }, () => requests);
});
