import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import {
	decodeText,
	encodeText,
	type Encoding,
	ENCODINGS,
	WRITABLE,
	type WritableEncoding,
} from '../../../src/protocol/text/encodings';
import { anyText } from '../../support/arbitraries';
import { outcomeOf } from '../../support/check';
import { property } from '../../support/property';

/* Texts of files, and cursors. */

const readAs: Readonly<Record<WritableEncoding, Encoding>> = {
	'utf-8': 'utf-8',
	'utf-8-bom': 'utf-8',
	'utf-16le': 'utf-16le',
	'windows-1252': 'windows-1252',
};
const REASONS = ['binary', 'invalid', 'mark', 'unknown', 'unmarked', 'pdf'];

/** Control characters that no text of a file has. */
const CONTROLS = /[\u0000-\u0007\u000e-\u001a\u001c-\u001f]/;

property({
	promise: 'a text that was written is read again as it was, and what an encoding does not have is refused',
	count: 1050,
	cases: fc.record({
		text: fc.oneof(
			anyText(60),
			fc.string({ unit: fc.constantFrom(...'aé€‚Œ\u0081\u009d\ufeffß\n'), maxLength: 30 }),
		),
		encoding: fc.constantFrom(...(Object.keys(WRITABLE) as WritableEncoding[])),
	}),
	keeps: ({ text, encoding }) => {
		const written = outcomeOf(() => encodeText('Text', text, encoding));
		if (written.error) {
			equal(encoding, 'windows-1252');
			return deepEqual([written.error.kind, written.error.field], ['input', 'Text']);
		}
		const read = decodeText(written.value, readAs[encoding]);
		if (CONTROLS.test(text)) return ok('problem' in read);
		// UTF-8 says halves of characters as U+FFFD; a mark at the beginning of a text is taken for that of the file.
		const said = encoding === 'utf-16le' ? text : text.toWellFormed();
		const expected = encoding === 'utf-8' || encoding === 'windows-1252' ? said : said.replace(/^\ufeff/, '');
		if (encoding === 'utf-16le' && !text.isWellFormed()) return ok('problem' in read);
		if (encoding === 'utf-8' && text.startsWith('\ufeff')) return;
		// These are the first characters of a byte order mark as single bytes.
		if (encoding === 'windows-1252' && /^(ï»¿|ÿþ|þÿ)/.test(text)) return;
		deepEqual(read, { text: expected, encoding: readAs[encoding] });
	},
});

property({
	promise: 'any bytes are a text or a reason why they are none, also when they are cut off',
	count: 900,
	cases: fc.record({
		bytes: fc.uint8Array({ maxLength: 60 }),
		mark: fc.constantFrom([], [0xef, 0xbb, 0xbf], [0xff, 0xfe], [0xfe, 0xff]),
		chosen: fc.option(fc.constantFrom(...(Object.keys(ENCODINGS) as Encoding[])), { nil: undefined }),
		cut: fc.nat(60),
	}),
	keeps: ({ bytes, mark, chosen, cut }) => {
		const all = Uint8Array.from([...mark, ...bytes]);
		const whole = decodeText(all, chosen);
		ok('text' in whole ? !CONTROLS.test(whole.text) : REASONS.includes(whole.problem));
		const part = decodeText(all.subarray(0, mark.length + cut), chosen, true);
		// The beginning of a text is the beginning of what it says.
		if ('text' in whole && 'text' in part) ok(whole.text.startsWith(part.text), `${part.text} of ${whole.text}`);
		if ('text' in whole) ok('text' in part, 'a beginning of a text is a text');
	},
});
