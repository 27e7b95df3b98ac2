import { Socket } from 'node:net';
import { PooledConnection } from '../../../src/edition/full/pooledConnection';
import { until } from '../../support/until';

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

test('a held connection stops the reading before its memory is full', () => {
	const connection = new PooledConnection().attach(new Socket());
	connection.hold();
	const reads = new Reads(connection);
	while (reads.read());
	expect(reads.bytes).toBeLessThanOrEqual(1_048_576);
	connection.destroy();
});
