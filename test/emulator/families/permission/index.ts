import { operationsIn } from '../operation';
import * as reading from './reading';
import * as setting from './setting';

/** doc: advanced permissions. */
export const permission = operationsIn(reading, setting);
