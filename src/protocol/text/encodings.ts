/* How the text of a file is written as bytes. */

/** The encodings by the names that Node.js has for them (WHATWG Encoding), with their labels. */
export const ENCODINGS = {
	'utf-8': 'UTF-8',
	'utf-16le': 'UTF-16 LE',
	'utf-16be': 'UTF-16 BE',
	'windows-1252': 'Western (Windows-1252)',
	'iso-8859-2': 'Central European (ISO-8859-2)',
	'windows-1251': 'Cyrillic (Windows-1251)',
	gb18030: 'Simplified Chinese (GB18030)',
	big5: 'Traditional Chinese (Big5)',
	shift_jis: 'Japanese (Shift JIS)',
	'euc-kr': 'Korean (EUC-KR)',
} as const;
export type Encoding = keyof typeof ENCODINGS;

/** Byte order marks. */
export const MARKS: Readonly<Partial<Record<Encoding, readonly number[]>>> = {
	'utf-8': [0xef, 0xbb, 0xbf],
	'utf-16le': [0xff, 0xfe],
	'utf-16be': [0xfe, 0xff],
};
