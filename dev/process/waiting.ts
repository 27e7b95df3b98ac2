/** Rejects with `what` in the message when `task` takes longer than `ms`; the task itself is not stopped. */
export async function withTimeout<T>(ms: number, what: string, task: Promise<T>): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	const expired = new Promise<never>((_resolve, reject) => {
		timer = setTimeout(() => reject(new Error(`${what}: timed out after ${ms / 1000} s`)), ms);
	});
	try {
		return await Promise.race([task, expired]);
	} finally {
		clearTimeout(timer);
	}
}

/** Resolves after `ms` milliseconds. */
export async function pause(ms: number): Promise<void> {
	await new Promise((resolve) => setTimeout(resolve, ms));
}

/** Calls `condition` until it returns neither undefined nor false, and returns that. Throws after `ms`, with `what`. */
export async function waitFor<T>(
	ms: number,
	what: string,
	condition: () => Promise<T | undefined | false>,
	everyMs = 250,
): Promise<T> {
	const deadline = Date.now() + ms;
	for (;;) {
		const value = await condition();
		if (value !== undefined && value !== false) return value;
		if (Date.now() > deadline) throw new Error(`Timed out after ${ms / 1000} s waiting for ${what}`);
		await pause(everyMs);
	}
}
