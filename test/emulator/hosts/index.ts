import { downloadHost } from './content/download';
import { linkHost } from './content/externalLink';
import { consoleHost, editHost, previewHost } from './content/pages';
import type { Host } from './host';
import { signOnHost } from './signOn/signOn';
import { tokenHost } from './signOn/token';
import { uploadHost } from './upload/upload';
import { webUploadHost } from './upload/webUpload';

/** Everything the emulator serves besides the signed operations. */
export const hosts: readonly Host[] = [
	tokenHost,
	signOnHost,
	uploadHost,
	webUploadHost,
	downloadHost,
	previewHost,
	editHost,
	linkHost,
	consoleHost,
];
