import { operationsIn } from '../operation';
import * as customers from './customers';
import * as orders from './orders';

/** doc: partner operations. */
export const partner = operationsIn(customers, orders);
