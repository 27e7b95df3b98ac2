import { watchCallers } from '../checks/callers';
import { stopAll } from './childProcess';

const signals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Runs `main`; ends everything that it started, whether it returns, throws (exit code 1) or a signal comes. */
export function runToTheEnd(main: () => Promise<number>, onInterrupt: { exitCode: () => number }): void {
	let ending = false;
	const end = async (code: number): Promise<void> => {
		if (ending) return;
		ending = true;
		await stopAll();
		process.exit(code);
	};
	for (const name of signals) {
		process.on(name, () => {
			if (!ending) process.stdout.write(`\n${name}: stopping what was started …\n`);
			void end(onInterrupt.exitCode());
		});
	}
	watchCallers(() => void end(143));
	main().then(end, async (error: unknown) => {
		// A program stopped by a signal makes its step fail; that is not news.
		if (!ending) process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
		await end(1);
	});
}
