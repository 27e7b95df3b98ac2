import { handles } from '../../n8n/execute/pairing';
import { restore } from '../../protocol/catalogue/libraryRecycleBin';
import { emptyBin } from './entries';
import { handler as empty } from './serve/emptyBin';
import { handler as restoreEntries } from './serve/restore';

/** The operations of this feature, with what carries them out. */
export const handlers = [handles(restore, restoreEntries), handles(emptyBin, empty)];
