/** What is remembered of one load of the page. */
export interface PageLoad {
	readonly id: string;
	/** Unix seconds at which its newest token was issued. */
	issued: number;
	/** Whether its end has started the workflow. */
	ended: boolean;
	/** The events that started the workflow. */
	readonly seen: Set<string>;
}

/** Loads of pages, as far as they are remembered. */
export interface LoadMemory {
	/**
	 * The load of a token issued at `issued` (Unix seconds), which counts as just used. Undefined for one that may have
	 * been forgotten: it must not begin anew.
	 */
	find(id: string, issued: number): PageLoad | undefined;
	/** Remembers an event of a load, and the load itself; forgets loads that were not used for the longest time. */
	add(load: PageLoad, event: string): void;
	/** Takes an event back. */
	remove(load: PageLoad, event: string): void;
}

/** How many loads are remembered at most, and how many events of all of them together. */
export interface Remembered {
	readonly loads: number;
	readonly events: number;
}

/** Together with the buckets of all rates about 40 MB when full, measured. */
export const REMEMBERED: Remembered = { loads: 10_000, events: 100_000 };

/** An empty memory. */
export function loadMemory({ loads: maxLoads, events: maxEvents }: Remembered): LoadMemory {
	// In the order of their last use.
	const loads = new Map<string, PageLoad>();
	let events = 0;
	/** Every load that was forgotten has tokens up to this time only. */
	let forgottenUntil = -Infinity;
	const forgetSome = (): void => {
		for (const [id, { issued, seen }] of loads) {
			if (loads.size <= maxLoads && events <= maxEvents) return;
			loads.delete(id);
			events -= seen.size;
			forgottenUntil = Math.max(forgottenUntil, issued);
		}
	};
	const use = (load: PageLoad): void => {
		loads.delete(load.id);
		loads.set(load.id, load);
	};
	return {
		find: (id, issued) => {
			const load = loads.get(id);
			if (!load) return issued <= forgottenUntil ? undefined : { id, issued, ended: false, seen: new Set() };
			load.issued = Math.max(load.issued, issued);
			use(load);
			return load;
		},
		add: (load, event) => {
			load.seen.add(event);
			events += 1;
			use(load);
			forgetSome();
		},
		remove: (load, event) => {
			if (loads.get(load.id) === load && load.seen.delete(event)) events -= 1;
		},
	};
}
