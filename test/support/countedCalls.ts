import { Session } from 'node:inspector';

/* How much code a task runs, as a number that is the same on every machine, however busy that is. */

/** What V8 has counted: a function's first range is its whole. */
interface Coverage {
	readonly result: ReadonlyArray<{
		readonly functions: ReadonlyArray<{ readonly ranges: ReadonlyArray<{ readonly count: number }> }>;
	}>;
}

/** Counting begins once for a file: each beginning costs as much as there is code. */
let session: Session | undefined;

afterAll(() => {
	session?.disconnect();
	session = undefined;
});

function counting(): Session {
	if (session) return session;
	session = new Session();
	session.connect();
	session.post('Profiler.enable');
	session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
	return session;
}

/** The calls since this was asked last. A session with its own thread answers before `post` returns. */
function counted(): number {
	let count = 0;
	counting().post('Profiler.takePreciseCoverage', (_error, coverage?: Coverage) => {
		for (const { functions } of coverage?.result ?? [])
			for (const { ranges } of functions) count += ranges[0]?.count ?? 0;
	});
	return count;
}

/** How many functions a task calls, each as often as it is called: those of JavaScript, not those built in. */
export async function callsIn(task: () => unknown): Promise<number> {
	counted();
	await task();
	return counted();
}

/** How many times as many functions a task calls as another. */
export const timesTheCalls = async (task: () => unknown, other: () => unknown): Promise<number> =>
	(await callsIn(task)) / (await callsIn(other));
