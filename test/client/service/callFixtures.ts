import { createHmac } from 'node:crypto';
import { request, type ServiceRequest } from '../../../src/protocol/operation/define';
import { LibraryError } from '../../../src/protocol/wire/libraryError';

/** A request that may be repeated, and one that may not. */
const { slow: _, ...copy } = request('libraryFileCopy');
export const read: ServiceRequest = request('libraryFileInfo', { reads: true });
export const write: ServiceRequest = { ...copy, repeatable: false };

/** The signature of these lines, made without the code under test. */
export const mac = (lines: string[], secret = 'top-secret-value'): string =>
	createHmac('sha1', secret).update(lines.join('\n')).digest('base64');

export const failure = (code: string, kind: 'network' | 'timeout' = 'network'): LibraryError =>
	new LibraryError(kind, 'x', { code });
