import { operationsIn } from '../operation';
import * as authorizations from './authorizations';
import * as groups from './groups';
import * as libraries from './libraries';
import * as log from './log';
import * as members from './members';

/** doc: library administration. */
export const libraryAdmin = operationsIn(authorizations, groups, libraries, log, members);
