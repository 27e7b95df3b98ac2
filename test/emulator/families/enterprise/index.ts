import { operationsIn } from '../operation';
import * as groups from './groups';
import * as memberReading from './memberReading';
import * as members from './members';
import * as reading from './reading';
import * as syncGroups from './syncGroups';
import * as syncMembers from './syncMembers';

/** doc: enterprise member and department management. */
export const enterprise = operationsIn(groups, memberReading, members, reading, syncGroups, syncMembers);
