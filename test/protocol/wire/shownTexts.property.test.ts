import { equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import { fileNameIn } from '../../../src/client/download/download';
import { linkCode } from '../../../src/protocol/wire/paths';
import { quoted, unsendable } from '../../../src/protocol/wire/libraryError';
import { newsIn } from '../../../src/protocol/wire/errorBody';
import { anyText } from '../../support/arbitraries';
import { property } from '../../support/property';

/* What is read from headers and links, and what messages show of a text. */

const disposition = fc.oneof(
	anyText(60),
	fc
		.tuple(
			fc.constantFrom('attachment; ', '', 'inline;'),
			fc.constantFrom('filename=', "filename*=utf-8''", 'FileName = "', "filename*=UTF-8'en'"),
			anyText(30),
		)
		.map((parts) => parts.join('')),
);

property({
	promise: 'any Content-Disposition gives a name without folders or none, and the name that a server wrote is read',
	count: 500,
	cases: fc.record({ disposition, written: anyText(20) }),
	keeps: ({ disposition: text, written }) => {
		const read = fileNameIn(text);
		ok(read === undefined || (read !== '' && !/[/\\]/.test(read)));
		const plain = written.toWellFormed().replace(/[/\\]/g, '');
		if (plain === '' || plain.trim() !== plain) return;
		equal(
			fileNameIn(
				`attachment; filename="x"; filename*=UTF-8''${encodeURIComponent(plain).replaceAll("'", '%27')}`,
			),
			plain,
		);
		const escaped = plain.replace(/["\\]/g, '\\$&');
		if (!/[\r\n]/.test(plain)) equal(fileNameIn(`attachment; filename="${escaped}"`), plain.replaceAll('\\', ''));
	},
});

property({
	promise: 'what a message shows of a text is short and visible, and what cannot be sent is named',
	count: 700,
	cases: fc.record({ text: anyText(140), what: anyText(40), isKnown: fc.boolean(), multiline: fc.boolean() }),
	keeps: ({ text, what, isKnown, multiline }) => {
		const shown = quoted(text);
		ok(!/[\p{Cc}\p{Cs}]/u.test(shown) && shown.startsWith('"'));
		ok(shown.length <= 60 * 8 + 3);
		const bad = unsendable(text, multiline);
		const controls = multiline ? /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/ : /[\u0000-\u001f\u007f]/;
		equal(bad !== undefined, controls.test(text) || !text.isWellFormed());
		const news = newsIn(text, what, isKnown);
		ok(
			news === text ||
				news.split(', ').every((part) => part === '' || part.startsWith('"')) ||
				news.includes('"'),
		);
		equal(typeof linkCode(text), 'string');
	},
});
