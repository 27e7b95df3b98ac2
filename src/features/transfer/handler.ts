import { handles } from '../../n8n/execute/job';
import { createFromText, download, upload, userCreateFromText, userDownload, userUpload } from './entries';
import { handler as write } from './serve/createText';
import { handler as receive } from './serve/download';
import { handler as send } from './serve/upload';

/** The operations of this feature, with what carries them out. */
export const handlers = [
	handles(upload, send),
	handles(userUpload, send),
	handles(download, receive),
	handles(userDownload, receive),
	handles(createFromText, write),
	handles(userCreateFromText, write),
];
