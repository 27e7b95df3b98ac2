const begun = Date.now();

/** How often a long step says that it is still going on. */
const HEARTBEAT_MS = 10_000;

/** Receives what a step is doing right now; shown with the next heartbeat. */
export type Say = (detail: string) => void;

/** Prints one line with the seconds since this program began. */
export function report(line: string): void {
	const seconds = ((Date.now() - begun) / 1000).toFixed(1).padStart(6);
	process.stdout.write(`[${seconds} s] ${line}\n`);
}

/** Runs `work` and prints its beginning, a sign of life every ten seconds and its duration. Throws what `work` throws. */
export async function step<T>(title: string, work: (say: Say) => Promise<T>): Promise<T> {
	const from = Date.now();
	const seconds = () => ((Date.now() - from) / 1000).toFixed(1);
	let detail = '';
	report(`${title} …`);
	const heartbeat = setInterval(() => report(`  … ${seconds()} s${detail ? `, ${detail}` : ''}`), HEARTBEAT_MS);
	try {
		const result = await work((text) => {
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

/** Fails with `what` in the message when `work` takes longer than `ms`; the work itself is not ended. */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	const expired = new Promise<never>((_resolve, reject) => {
		timer = setTimeout(() => reject(new Error(`${what}: nothing after ${ms / 1000} s`)), ms);
	});
	try {
		return await Promise.race([work, expired]);
	} finally {
		clearTimeout(timer);
	}
}

/** Asks `condition` every `everyMs` until it gives a value; throws after `ms`. */
export async function until<T>(
	ms: number,
	what: string,
	condition: () => Promise<T | undefined>,
	everyMs = 250,
): Promise<T> {
	const deadline = Date.now() + ms;
	for (;;) {
		const value = await condition();
		if (value !== undefined) return value;
		if (Date.now() > deadline) throw new Error(`${what}: nothing after ${ms / 1000} s`);
		await new Promise((resolve) => setTimeout(resolve, everyMs));
	}
}
