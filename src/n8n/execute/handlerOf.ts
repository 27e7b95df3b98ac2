import type { HandlerName } from '../../protocol/catalogue';
import type { AnyOperation } from '../../protocol/operation/define';
import type { Handler } from '../operations/job';
import { plainOperation } from '../operations/plainOperation';
import * as handlers from './handlers';

/** All handlers; does not compile while an operation asks for one that is not there. */
const all: Readonly<Record<HandlerName, Handler>> = handlers;
const byName: ReadonlyMap<string | undefined, Handler> = new Map(Object.entries(all));

/** What carries out an operation: the handler that it asks for, or else one call or one list. */
export const handlerOf = ({ handler }: Pick<AnyOperation, 'handler'>): Handler => byName.get(handler) ?? plainOperation;
