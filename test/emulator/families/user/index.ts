import { operationsIn } from '../operation';
import * as copying from './copying';
import * as libraries from './libraries';
import * as listing from './listing';
import * as reading from './reading';
import * as writing from './writing';

/** doc: user-token operations. */
export const user = operationsIn(copying, libraries, listing, reading, writing);
