import { by, type Parameters } from '../nodeParameters';

/** What somebody entered, and what the title and the description of the error must say. */
export type WrongEntry = readonly [parameters: Parameters, title: RegExp, todo: RegExp];

export const path = (value: unknown): Parameters => by('path', value);

/** The file and the folder that the library contains. */
export const file = path('Docs/a.txt');
export const docs = path('Docs');

/* What descriptions say in several places. */
export const LOOK = /^Check the field name in \{\{ … \}\}\.$/;
export const CORRECT = /^Correct this field of the node\./;
export const EMPTY = /^The field is empty\. If an expression sets it/;
export const DIGITS = /^Enter digits only, e\.g\. 12\.$/;
export const A_DATE = /^Enter a date such as 2026-12-31/;
