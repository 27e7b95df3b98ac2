import { createHash, randomBytes } from 'node:crypto';
import { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { PooledConnection, connectionOf } from '../../../src/edition/full/pooledConnection';
import { until } from '../../support/until';

/* How a connection that lends its memory passes on what its socket reads, writes and suffers. */

const KIB = 1024;

/** A connection over a socket that is not connected. */
function connected(): { readonly socket: Socket; readonly connection: PooledConnection } {
	const socket = new Socket();
	const connection = new PooledConnection().attach(socket);
	opened.push(connection);
	return { socket, connection };
}
const opened: PooledConnection[] = [];
afterEach(() => {
	for (const each of opened.splice(0)) each.destroy();
});

/** Reads bytes as Node.js does: into the memory that the connection names. Answers whether it may go on. */
function read(connection: PooledConnection, bytes: Uint8Array): boolean {
	const room = connection.onRead.buffer();
	room.set(bytes);
	return connection.onRead.callback(bytes.length);
}

test('small chunks are copies, those of 32 KiB and more lie in the memory that is read into', async () => {
	const { connection } = connected();
	const lent: Array<[number, boolean]> = [];
	const memory = connection.onRead.buffer().buffer;
	connection.on('data', (chunk: Buffer) => {
		lent.push([chunk.length, chunk.buffer === memory]);
		expect(connectionOf(chunk)).toBe(connection);
	});
	for (const size of [10, 32 * KIB - 1, 32 * KIB]) {
		read(connection, Buffer.alloc(size));
		for (let turns = 0; turns < 3; turns++) await turn();
	}
	expect(lent).toEqual([
		[10, false],
		[32 * KIB - 1, false],
		[32 * KIB, true],
	]);
});

test('what arrived before the end is handed out before the end', async () => {
	const { socket, connection } = connected();
	read(connection, Buffer.from('last words'));
	socket.emit('end');
	expect(Buffer.concat(await connection.toArray()).toString()).toBe('last words');
});

test.each([
	['ended and closed', (socket: Socket) => void (socket.emit('end'), socket.destroy()), ['end']],
	['closed', (socket: Socket) => void socket.destroy(), []],
	['cut', (socket: Socket) => void socket.destroy(new Error('reset')), ['reset']],
])('what waits when the socket is %s is handed out before that is passed on', async (_how, finish, passedOn) => {
	const { socket, connection } = connected();
	const bytes = randomBytes(400 * KIB);
	const hash = createHash('sha1');
	const seen: string[] = [];
	connection.on('data', (chunk: Buffer) => void hash.update(chunk));
	connection.on('end', () => void seen.push('end'));
	connection.on('error', (error) => void seen.push(error.message));
	const closed = new Promise((resolve) => connection.once('close', resolve));
	connection.hold();
	read(connection, bytes);
	finish(socket);
	for (let turns = 0; turns < 5; turns++) await turn();
	expect(seen).toEqual([]);
	connection.release();
	await closed;
	expect(hash.digest('hex')).toBe(createHash('sha1').update(bytes).digest('hex'));
	expect(seen).toEqual(passedOn);
});

test('a large chunk comes in parts of at most 128 KiB, one in each turn of the event loop', async () => {
	const { connection } = connected();
	const bytes = randomBytes(300 * KIB);
	const chunks: Buffer[] = [];
	const atTurn: number[] = [];
	let turns = 0;
	connection.on('data', (chunk: Buffer) => {
		chunks.push(Buffer.from(chunk));
		atTurn.push(turns);
	});
	read(connection, bytes);
	for (; turns < 8; turns++) await turn();
	expect(chunks.map(({ length }) => length)).toEqual([128 * KIB, 128 * KIB, 44 * KIB]);
	expect(new Set(atTurn).size).toBe(3);
	expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
});

test('a connection that stopped reading goes on once its memory is free', async () => {
	const { socket, connection } = connected();
	let resumed = 0;
	socket.resume = () => (resumed++, socket);
	connection.hold();
	let [bytes, goesOn] = [0, true];
	while (goesOn) {
		const piece = Buffer.alloc(64 * KIB, 'a');
		bytes += piece.length;
		goesOn = read(connection, piece);
	}
	let received = 0;
	connection.on('data', (chunk: Buffer) => (received += chunk.length));
	for (let turns = 0; turns < 3; turns++) await turn();
	expect([received, resumed]).toEqual([0, 0]);
	connection.release();
	for (let turns = 0; turns < 20; turns++) await turn();
	expect([received, resumed]).toEqual([bytes, 1]);
	expect(read(connection, Buffer.from('more'))).toBe(true);
});

test('the error of a socket is that of the connection; a closed one closes it', async () => {
	const failed = connected();
	const reason = new Error('reset');
	const error = new Promise((resolve) => failed.connection.once('error', resolve));
	failed.socket.destroy(reason);
	expect(await error).toBe(reason);
	const closed = connected();
	closed.socket.destroy();
	await new Promise((resolve) => closed.connection.once('close', resolve));
	expect(closed.connection.errored).toBeNull();
	const dropped = connected();
	dropped.connection.destroy();
	expect(dropped.socket.destroyed).toBe(true);
});

/** What Node.js does with a socket that reads into its caller's buffers: it asks for one before and after each read. */
class Reads {
	readonly memory = new Set<ArrayBufferLike>();
	bytes = 0;
	#room: Uint8Array;

	constructor(private readonly connection: PooledConnection) {
		this.#room = connection.onRead.buffer();
	}

	/** One read; answers whether the next one may follow. */
	read(): boolean {
		this.memory.add(this.#room.buffer);
		this.bytes += this.#room.length;
		const goesOn = this.connection.onRead.callback(this.#room.length);
		this.#room = this.connection.onRead.buffer();
		return goesOn;
	}
}

test('a connection that is stopped again and again takes no new memory', async () => {
	const connection = new PooledConnection().attach(new Socket());
	const reads = new Reads(connection);
	let received = 0;
	let stops = 0;
	connection.on('data', (chunk: Buffer) => (received += chunk.length));
	while (stops < 30) {
		while (reads.read());
		stops++;
		// What TLS had decrypted already.
		if (stops % 5 === 0) reads.read();
		await until(() => received >= reads.bytes);
	}
	// Three, and one where more comes after the stop than the third has room for.
	expect(reads.memory.size).toBeLessThanOrEqual(4);
	connection.destroy();
});
