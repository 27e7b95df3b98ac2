import { operationsIn } from '../operation';
import * as setting from './setting';

/** doc: advanced permissions. */
export const permission = operationsIn(setting);
