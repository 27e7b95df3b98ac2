import { handles } from '../../n8n/execute/pairing';
import { applyTable, getTable } from './entries';
import { handler as apply } from './serve/applyTable';
import { handler as read } from './serve/getTable';

/** The operations of this feature, with what carries them out. */
export const handlers = [handles(getTable, read), handles(applyTable, apply)];
