/** Whether a value is a SHA1 as the interface writes it: 40 hexadecimal digits, in either case. */
export const isSha1 = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{40}$/i.test(value);
