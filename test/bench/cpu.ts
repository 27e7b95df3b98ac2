/** CPU time of this thread where Node.js tells it (since 23.9), else of the process. */
const { threadCpuUsage = process.cpuUsage } = process as { threadCpuUsage?: typeof process.cpuUsage };

/** CPU time in ms since the thread began: unlike the clock, it counts no other processes. */
export function threadMs(): number {
	const { user, system } = threadCpuUsage.call(process);
	return (user + system) / 1000;
}
