import { randomBytes } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { connectionMemory } from '../../../src/edition/lean/transport';
import { untrustedCertificate } from '../../support/certificate';

/* The lean edition gives a connection of Node.js its own memory: what is read must be what was sent. */

const CONTENT = randomBytes(6_000_000);

async function serving(server: http.Server | https.Server, use: (port: number) => Promise<void>): Promise<void> {
	await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
	try {
		await use((server.address() as AddressInfo).port);
	} finally {
		server.close();
	}
}

/** How the answer is cut on its way: as a whole, in odd pieces, and in chunks of its own. */
const WRITERS: Readonly<Record<string, (response: http.ServerResponse) => Promise<void>>> = {
	'as a whole': async (response) => void response.setHeader('content-length', CONTENT.length).end(CONTENT),
	'in odd pieces': async (response) => {
		for (let at = 0, n = 0; at < CONTENT.length; n++) {
			const length = [1, 70_001, 999, 300_007, 16_384][n % 5] ?? 1;
			response.write(CONTENT.subarray(at, at + length));
			at += length;
			if (n % 7 === 0) await sleep(1);
		}
		response.end();
	},
};

/** How it is read: as it comes, and by a reader that often waits. */
const READERS: Readonly<Record<string, (answer: http.IncomingMessage) => Promise<Buffer>>> = {
	'as it comes': async (answer) => {
		const pieces: Buffer[] = [];
		answer.on('data', (piece: Buffer) => pieces.push(piece));
		await new Promise((resolve) => void answer.once('end', resolve));
		return Buffer.concat(pieces);
	},
	'with pauses': async (answer) => {
		const pieces: Buffer[] = [];
		for await (const piece of answer as AsyncIterable<Buffer>) {
			pieces.push(piece);
			if (pieces.length % 5 === 0) await sleep(2);
		}
		return Buffer.concat(pieces);
	},
};

const cases = ['http', 'https'].flatMap((scheme) =>
	Object.entries(WRITERS).flatMap(([how, write]) =>
		Object.entries(READERS).map(([reading, read]) => ({ scheme, how, write, reading, read })),
	),
);

test.each(cases)('$scheme, sent $how, read $reading', async ({ scheme, write, read }) => {
	const isTls = scheme === 'https';
	const answer = (_: unknown, response: http.ServerResponse): void => void write(response);
	const server = isTls ? https.createServer(untrustedCertificate(), answer) : http.createServer(answer);
	await serving(server, async (port) => {
		const onread = connectionMemory();
		const agent = isTls ? new https.Agent({ onread } as object) : new http.Agent({ onread } as object);
		const response = await new Promise<http.IncomingMessage>((resolve, reject) => {
			const options = { host: '127.0.0.1', port, agent, rejectUnauthorized: false };
			(isTls ? https : http).get(options, resolve).once('error', reject);
		});
		expect((await read(response)).equals(CONTENT)).toBe(true);
		agent.destroy();
	});
});
