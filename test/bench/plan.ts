import { directoryRows } from './rows/directoryRows';
import { callRows, itemRows } from './rows/itemRows';
import { entryRows } from './rows/entryRows';
import { jobRows } from './rows/jobRows';
import { manyItemRows } from './rows/manyItemRows';
import { transferRows } from './rows/transferRows';
import { triggerRows } from './rows/triggerRows';
import type { Level, PlannedRow } from './types';

/** What is measured, in this order: each line is a file in `rows/`, whose rows name a file in `suites/`. */
export const plan = (level: Level): PlannedRow[] => [
	...transferRows(level),
	...itemRows(level),
	...manyItemRows(level),
	...callRows(level),
	...entryRows(level),
	...jobRows(level),
	...directoryRows(level),
	...triggerRows(level),
];
