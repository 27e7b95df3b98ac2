import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const PAGE = join(__dirname, '..', '..', 'docs', 'reliability.md');

/** The result is between these lines of docs/reliability.md. */
const [BEGIN, END] = ['<!-- measured: made by npm run soak -- --write -->', '<!-- end of measured soak -->'];

/** The page with another result. Throws if the result has no place in it. */
function withResult(page: string, result: string): string {
	const [from, to] = [page.indexOf(BEGIN), page.indexOf(END)];
	if (from < 0 || to < from) throw new Error(`docs/reliability.md lacks "${BEGIN}" or "${END}"`);
	return `${page.slice(0, from)}${BEGIN}\n\n${result}\n\n${page.slice(to)}`;
}

/** Replaces the result in docs/reliability.md. */
export const writeResult = (result: string): void =>
	writeFileSync(PAGE, withResult(readFileSync(PAGE, 'utf8'), result));
