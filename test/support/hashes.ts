import { createHash } from 'node:crypto';

/** SHA1 in hexadecimal digits. */
export const sha1 = (content: Buffer | string): string => createHash('sha1').update(content).digest('hex');

/** MD5 in hexadecimal digits. */
export const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
