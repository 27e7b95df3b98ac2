import { stopAll } from './childProcess';
import { watchParentProcesses } from './parentProcesses';

const SIGNALS: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const TERMINATED = 143;

/** Exits with the code of `main` (1 when it throws, `interrupted()` on a signal) after stopping what was started. */
export function runAndCleanUp(main: () => Promise<number>, interrupted: () => number): void {
	let ending = false;
	const end = async (code: number): Promise<void> => {
		if (ending) return;
		ending = true;
		await stopAll();
		process.exit(code);
	};
	for (const name of SIGNALS) {
		process.on(name, () => {
			if (!ending) process.stdout.write(`\n${name}: stopping everything that was started …\n`);
			void end(interrupted());
		});
	}
	watchParentProcesses(() => void end(TERMINATED));
	main().then(end, async (error: unknown) => {
		// A program that was stopped by a signal makes its step fail, which is no news.
		if (!ending) process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
		await end(1);
	});
}
