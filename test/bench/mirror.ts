import { fork } from 'node:child_process';
import { startEmulator } from '../emulator';
import { byPath, startBench } from './engine';

/*
 * How long a mirror takes that moves no byte, compared with what the latency of the service alone takes:
 *
 *     npm run build && node --import tsx test/bench/mirror.ts [files, 10000] [latency in ms, 20] [concurrency, 8]
 *
 * Ends with code 1 when it takes twice as long or longer, or when a byte of content was sent.
 */

const [files = 10_000, latencyMs = 20, concurrency = 8] = process.argv.slice(2, 5).map(Number);
const FILES_IN_FOLDER = 100;

/** What the service has seen. */
interface Seen {
	readonly requests: number;
	readonly bytes: number;
}

/** The service, in a process of its own. */
async function serve(): Promise<void> {
	const emulator = await startEmulator({ requestLogSize: 1_000_000 });
	for (let at = 0; at < files / FILES_IN_FOLDER; at++)
		emulator.seed({ count: FILES_IN_FOLDER, folder: `S/folder-${at}` });
	const { world, library } = emulator;
	const demo = world.libraries.get(library.mountId);
	if (demo) world.authorize('client', 'secret', demo);
	emulator.faults.latencyMs = latencyMs;
	process.on('message', () => {
		const bytes = emulator.requests.reduce((sum, { bodyBytes }) => sum + bodyBytes, 0);
		process.send?.({ requests: emulator.requests.length, bytes } satisfies Seen);
	});
	process.send?.(emulator.url);
}

async function measure(): Promise<void> {
	const service = fork(__filename, [...process.argv.slice(2, 5), 'serve'], { execArgv: ['--import', 'tsx'] });
	const said = async <T>(): Promise<T> => await new Promise((resolve) => service.once('message', resolve as never));
	try {
		const baseUrl = await said<string>();
		const bench = await startBench(baseUrl);
		const parameters = {
			...{ resource: 'folder', operation: 'mirror', dryRun: false, options: { concurrency } },
			...{ sourceFolder: byPath('S'), targetFolder: byPath('T') },
		};
		const started = Date.now();
		const items = await bench.run('library', parameters, [{ json: {} }]);
		const seconds = (Date.now() - started) / 1_000;
		service.send('requests');
		report(await said<Seen>(), seconds, items.length - 1);
	} finally {
		service.kill();
	}
}

function report({ requests, bytes }: Seen, seconds: number, changes: number): void {
	const bound = (requests * latencyMs) / concurrency / 1_000;
	const factor = seconds / bound;
	process.stdout.write(
		`${changes} changes, ${requests} requests, ${bytes} bytes of content: ${seconds.toFixed(1)} s; ` +
			`latency alone ${bound.toFixed(1)} s; factor ${factor.toFixed(2)}\n`,
	);
	if (factor >= 2 || bytes > 0) process.exitCode = 1;
}

(process.argv[5] === 'serve' ? serve() : measure()).then(
	() => process.argv[5] === 'serve' || process.exit(),
	(error: unknown) => {
		console.error(error);
		process.exit(1);
	},
);
