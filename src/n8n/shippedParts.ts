import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formFrom } from './form/formJson';
import type { NodeForm, NodeName, TriggerName } from './nodeForms';
import type { LazyFiles } from './parts';

/*
 * parts.ts as it is shipped. Forms are data and not code: V8 reads JSON many times faster than it compiles and runs
 * what the forms are made by.
 */

/** A file that the build has made. */
const read = (name: string): string => readFileSync(join(__dirname, 'forms', `${name}.json`), 'utf8');

/** `nodeForm` of nodeForms.ts; a new object each time, because n8n changes it. */
export const nodeForm = (node: NodeName): NodeForm => formFrom(read(node));

/** `subtitleOf` of nodeForms.ts. */
export const subtitleOf = (node: TriggerName): string =>
	(JSON.parse(read('subtitles')) as Readonly<Record<TriggerName, string>>)[node];

/** `load` of parts.ts, from the one file that the build has made. */
export const load = <F extends keyof LazyFiles>(file: F): LazyFiles[F] =>
	(module.require('./work.js') as LazyFiles)[file];
