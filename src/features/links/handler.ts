import { handles } from '../../n8n/execute/pairing';
import { closeLinks, listLinks } from './entries';
import { handler as closeMany } from './serve/closeMany';
import { handler as list } from './serve/listLinks';

/** The operations of this feature, with what carries them out. */
export const handlers = [handles(listLinks, list), handles(closeLinks, closeMany)];
