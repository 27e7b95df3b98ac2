const started = Date.now();

/** How often a long step reports that it is still running. */
const HEARTBEAT_MS = 10_000;

/** Takes what a step is doing at the moment; printed with its next sign of life. */
export type ShowDetail = (detail: string) => void;

/** Prints one line, preceded by the seconds since this program started. */
export function report(line: string): void {
	const seconds = ((Date.now() - started) / 1000).toFixed(1).padStart(6);
	process.stdout.write(`[${seconds} s] ${line}\n`);
}

/** Runs `task` and prints its start, a sign of life every ten seconds and its duration. Throws what `task` throws. */
export async function step<T>(title: string, task: (showDetail: ShowDetail) => Promise<T>): Promise<T> {
	const from = Date.now();
	const seconds = () => ((Date.now() - from) / 1000).toFixed(1);
	let detail = '';
	report(`${title} …`);
	const heartbeat = setInterval(() => report(`  … ${seconds()} s${detail ? `, ${detail}` : ''}`), HEARTBEAT_MS);
	try {
		const result = await task((text) => {
			detail = text.trim().slice(0, 100);
		});
		report(`  done in ${seconds()} s`);
		return result;
	} catch (error) {
		report(`  FAILED after ${seconds()} s`);
		throw error;
	} finally {
		clearInterval(heartbeat);
	}
}
