import { operationsIn } from '../operation';
import * as copying from './copying';
import * as favorites from './favorites';
import * as libraries from './libraries';
import * as listing from './listing';
import * as locking from './locking';
import * as reading from './reading';
import * as search from './search';
import * as writing from './writing';

/** doc: user-token operations. */
export const user = operationsIn(copying, favorites, libraries, listing, locking, reading, search, writing);
