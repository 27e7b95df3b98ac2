import { randomInt } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** So many characters of [A-Za-z0-9] that nobody can guess. */
export const randomText = (length: number): string =>
	Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
