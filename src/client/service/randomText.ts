import { randomInt } from 'node:crypto';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A text of `length` characters of [A-Za-z0-9], random and not predictable. */
export const randomText = (length: number): string =>
	Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');
