import type { Answer } from '../../../src/protocol/wire/errorBody';
import { decodeAnswer } from '../../../src/protocol/wire/decode';
import type { LibraryError } from '../../../src/protocol/wire/libraryError';
import { refusalOf } from '../../support/check';

/** The time of this machine in all tests, Unix milliseconds. */
export const NOW = Date.UTC(2026, 0, 2, 3, 4, 5);

/** An answer; a body that is not a text is sent as JSON. */
export const answer = (status: number, body: unknown, headers: Record<string, string> = {}): Answer => ({
	status,
	headers,
	text: typeof body === 'string' ? body : JSON.stringify(body),
});

export const refused = (...args: Parameters<typeof decodeAnswer>): LibraryError =>
	refusalOf(() => decodeAnswer(...args));
