import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as BundledPage from './bundledPage';

/*
 * Where the programs and styles of the pages are: beside the built package, as forms are (nodeForm.ts). In the source
 * there are no such files, and they are bundled.
 */

const BUILT = join(__dirname, 'pages');
const isBuilt = existsSync(BUILT);

/** The text of a program or a style that a page contains. */
export const pageText = (file: BundledPage.PageFile): string =>
	isBuilt
		? readFileSync(join(BUILT, file), 'utf8')
		: (module.require('./bundledPage') as typeof BundledPage).bundledPage(file);
