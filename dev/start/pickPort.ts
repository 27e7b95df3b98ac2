import { isFree, freePort } from '../process/freePort';
import { report } from '../process/progress';

/** How many ports after the wanted one are tried, before any free one is taken. */
const NEIGHBORS = 20;

/** The wanted port, or, where another program uses it, the next free one. `variable` is what sets the wanted one. */
export async function pickPort(program: string, wanted: number, variable: string) {
	if (await isFree(wanted)) return { port: wanted, note: '' };
	const port = await nextFree(wanted);
	const why = `Port ${wanted} is in use by another program`;
	return { port, note: `${why}, so ${program} uses ${port} (${variable} chooses another).` };
}

async function nextFree(wanted: number): Promise<number> {
	for (let port = wanted + 1; port <= Math.min(wanted + NEIGHBORS, 65_535); port++)
		if (await isFree(port)) return port;
	return await freePort();
}

/** The port of a program; says so aloud where it is not the usual one. */
export async function portFor(program: string, wanted: number | string, variable: string): Promise<number> {
	const { port, note } = await pickPort(program, Number(wanted), variable);
	if (note) report(note);
	return port;
}
