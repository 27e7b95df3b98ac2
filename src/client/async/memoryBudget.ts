/** A number of bytes that works share: each holds its part while it runs. */
export interface Budget {
	/** Runs `work` when `bytes` are free; first come, first served. More than there is counts as all there is. Answers and throws what `work` does. */
	use<R>(bytes: number, work: () => Promise<R>): Promise<R>;
}

/** A budget of `total` bytes. */
export function makeBudget(total: number): Budget {
	let free = total;
	const waiting: Array<{ readonly bytes: number; readonly begin: () => void }> = [];
	const admit = (): void => {
		for (let next = waiting[0]; next && next.bytes <= free; next = waiting[0]) {
			waiting.shift();
			free -= next.bytes;
			next.begin();
		}
	};
	return {
		use: async (wanted, work) => {
			const bytes = Math.min(wanted, total);
			await new Promise<void>((begin) => {
				waiting.push({ bytes, begin });
				admit();
			});
			try {
				return await work();
			} finally {
				free += bytes;
				admit();
			}
		},
	};
}
