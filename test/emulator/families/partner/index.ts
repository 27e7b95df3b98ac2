import { operationsIn } from '../operation';
import * as access from './access';
import * as customers from './customers';
import * as orders from './orders';
import * as statistics from './statistics';

/** doc: partner operations. */
export const partner = operationsIn(access, customers, orders, statistics);
