import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formFrom } from './form/formJson';
import type * as NodeForms from './form/nodeForms';

/*
 * Where a node has its form from. The build writes the forms beside this code (src/tools/build.ts), because n8n loads
 * all nodes when it starts: V8 reads JSON many times faster than it compiles and runs what the forms are made by. In
 * the source there are no such files, and the catalogue is asked.
 */

const BUILT = join(__dirname, 'forms');
const isBuilt = existsSync(BUILT);

/** The form of a node: a new object each time, because n8n changes it. */
export const nodeForm: typeof NodeForms.nodeForm = (node) =>
	isBuilt
		? formFrom(readFileSync(join(BUILT, `${node}.json`), 'utf8'))
		: (module.require('./form/nodeForms') as typeof NodeForms).nodeForm(node);

/** What a trigger shows under its name; n8n's rules want it in the file of the node. */
export const subtitleOf = (node: NodeForms.NodeName): string => nodeForm(node).subtitle ?? '';
