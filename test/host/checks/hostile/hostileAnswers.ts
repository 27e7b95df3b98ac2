import type { ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';

/* What a service can answer that does harm to a program that trusts it. */

/** Answers a request for `path`. */
type Answer = (response: ServerResponse, path: string) => void;

/** Where a service attacks, what it answers there, and what each node that asks there has to say. */
export interface Attack {
	readonly title: string;
	/** Paths at which it attacks; at others it is honest. */
	readonly at: RegExp;
	readonly answer: Answer;
	readonly message: RegExp;
}

const MiB = 1024 * 1024;
/** After so much the attacker gives up: far more than anybody should have taken. */
const MOST_SENT = 128 * MiB;

const API = /^\/m-open\//;
const CONTENT = /^\/download\//;
const UPLOAD = /^\/upload_/;

const HEAD = 'HTTP/1.1 200 OK\r\n';
const CHUNKED = `${HEAD}transfer-encoding: chunked\r\n\r\n`;
const UNTIL_CLOSED = `${HEAD}connection: close\r\n\r\n`;

/** Sends these bytes. */
const raw =
	(text: string): Answer =>
	({ socket }) =>
		void socket?.end(text);

/** Sends a beginning, and then the same text again and again, as long as somebody takes it. */
const endless =
	(beginning: string, text: string): Answer =>
	({ socket }) => {
		const piece = Buffer.from(text.repeat(Math.ceil((64 * 1024) / text.length)));
		let left = MOST_SENT;
		const more = (): void => {
			while (socket && !socket.destroyed && (left -= piece.length) > 0)
				if (!socket.write(piece)) return void socket.once('drain', more);
			socket?.destroy();
		};
		socket?.on('error', () => undefined);
		socket?.write(beginning);
		more();
	};

const gzipped =
	(bytes: Buffer, coding: string): Answer =>
	(response) =>
		void response.writeHead(200, { 'content-encoding': coding }).end(bytes);

/** 2 GiB of blanks in a few KB: 128 times the gzip of 16 MiB, compressed once more. */
function growing(): Answer {
	const once = gzipSync(Buffer.alloc(16 * MiB, ' '));
	return gzipped(gzipSync(Buffer.concat(Array.from({ length: 128 }, () => once))), 'gzip, gzip');
}

const TOO_LARGE = /the answer is larger than 4 MiB/;
const TOO_LONG = /the header fields of the answer are too long/;
const NOT_HTTP = /the answer is not HTTP/;
const MANY = /more than 100000 very small pieces/;
const CLOSED = /the connection was closed early|too little was transferred/;

/** Attacks on every request, by the answer and the message. */
const BY_ANSWER: ReadonlyArray<readonly [title: string, answer: Answer, message: RegExp]> = [
	[
		'58 kB of gzip with 30 million brackets',
		gzipped(gzipSync(`${'['.repeat(15e6)}${']'.repeat(15e6)}`), 'gzip'),
		TOO_LARGE,
	],
	['a few KB that become 2 GiB', growing(), TOO_LARGE],
	['a body without end', endless(UNTIL_CLOSED, '{},'), TOO_LARGE],
	['2 MiB of brackets', (response) => void response.end('['.repeat(2 * MiB)), /more than 100 levels of lists/],
	['2 million objects', (response) => void response.end(`[${'{},'.repeat(2e6)}{}]`), /more than 300000 values/],
	['chunks of one byte', endless(CHUNKED, '1\r\n[\r\n'), MANY],
	['provisional heads without end', endless('', 'HTTP/1.1 103 Early Hints\r\n\r\n'), MANY],
	['trailers without end', endless(`${CHUNKED}2\r\n{}\r\n0\r\n`, 'x: y\r\n'), TOO_LONG],
	['a header field of 1 MiB', raw(`${HEAD}x: ${'y'.repeat(MiB)}\r\n\r\n{}`), TOO_LONG],
	['header fields without end', endless(HEAD, 'x: y\r\n'), TOO_LONG],
	['a status without end', endless('HTTP/1.1 2', '9'), NOT_HTTP],
	['a status in words', raw('HTTP/1.1 banana\r\n\r\n'), NOT_HTTP],
	['the status 999', raw('HTTP/1.1 999 Oh\r\ncontent-length: 2\r\n\r\n{}'), /HTTP 999/],
	['another protocol', raw('HTTP/1.1 101 Switching\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'), CLOSED],
	['noughts', endless('', '\0'), NOT_HTTP],
	['two lengths', raw(`${HEAD}content-length: 2\r\ncontent-length: 3\r\n\r\n{}`), /length|not HTTP/],
	['a length of 9 PB', raw(`${HEAD}content-length: 9007199254740993\r\n\r\n{}`), CLOSED],
	['a redirect to itself', (response, path) => void response.writeHead(302, { location: path }).end(), /redirect/],
];

/** Attacks by the servers of contents. */
const BY_CONTENT: ReadonlyArray<readonly [title: string, answer: Answer, message: RegExp]> = [
	['a content without end', endless(UNTIL_CLOSED, 'x'), /more than \d+ bytes arrived/],
	['a content that becomes 2 GiB', growing(), /more than \d+ bytes arrived/],
	[
		'a content in chunks of one byte',
		endless(CHUNKED, '1\r\n[\r\n'),
		/more than \d+ bytes arrived|very small pieces/,
	],
	['a content behind redirects', (response) => redirected(response), /more than 5 redirects/],
];

/** To another address of the same server each time. */
const redirected = (response: ServerResponse): void =>
	void response.writeHead(302, { location: `/download/${Math.random()}` }).end();

const attacks = (at: RegExp, rows: typeof BY_ANSWER): Attack[] =>
	rows.map(([title, answer, message]) => ({ title, at, answer, message }));

export const ON_API: readonly Attack[] = attacks(API, BY_ANSWER);
/** Bytes that are no part of an answer: what ends them is time. */
export const ON_LIST: readonly Attack[] = attacks(/\/file\/ls$/, [
	['a chunk extension without end', endless(`${CHUNKED}1;`, 'x'), CLOSED],
	['a reason without end', endless('HTTP/1.1 200 ', '9'), CLOSED],
]);
export const ON_CONTENT: readonly Attack[] = attacks(CONTENT, BY_CONTENT);
export const ON_UPLOAD: readonly Attack[] = attacks(UPLOAD, [
	['an upload server without end', endless(UNTIL_CLOSED, '{},'), /didn't open a session/],
	['an upload server with a header field of 1 MiB', raw(`${HEAD}x: ${'y'.repeat(MiB)}\r\n\r\n{}`), TOO_LONG],
]);

const entry = (n: number): object => ({ hash: `h${n}`, dir: 0, fullpath: `f${n}`, filename: `f${n}`, filesize: 1 });

/** Ten million entries are announced; each page shows the same hundred. */
export const SAME_PAGE: Attack = {
	title: 'the same page again and again',
	at: /\/file\/ls$/,
	answer: (response) =>
		void response.end(JSON.stringify({ count: 1e7, list: Array.from({ length: 100 }, (_, n) => entry(n)) })),
	message: /./,
};
