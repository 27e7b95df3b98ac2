import { deepEqual, equal, ok } from 'node:assert/strict';
import fc from 'fast-check';
import {
	baseName,
	checkFileName,
	checkPath,
	joinPath,
	parentPath,
	safeFileName,
	toFullpath,
} from '../../../src/protocol/wire/paths';
import { anyText } from '../../support/arbitraries';
import { outcomeOf } from '../../support/check';
import { property } from '../../support/property';

/** Parts of names that something could take for more than that. */
const NAME_PARTS = [
	'.',
	'..',
	'/',
	'\\',
	' ',
	'\u0000',
	'\r\n',
	'\u202e',
	'a',
	'合同',
	'😀',
	'é',
	'.pdf',
	'.tar.gz',
	'_',
	'"',
	';',
	'(2)',
];
const name = fc.oneof(
	anyText(300),
	fc.array(fc.oneof(fc.constantFrom(...NAME_PARTS), anyText(3)), { maxLength: 30 }).map((parts) => parts.join('')),
	fc
		.tuple(
			fc.constantFrom(...NAME_PARTS),
			fc.integer({ min: 1, max: 300 }),
			fc.array(fc.constantFrom(...NAME_PARTS), { maxLength: 12 }),
		)
		.map(([part, count, end]) => part.repeat(count) + end.join('')),
);

property({
	promise: 'a name of the service becomes one visible name of at most 255 bytes, which stays as it is from then on',
	count: 1050,
	cases: name,
	keeps: (given) => {
		const safe = safeFileName(given);
		ok(safe !== '' && !/^\.+$/.test(safe) && safe.trim() === safe, `"${safe}" is no name`);
		ok(!/[/\\<>:"|?*\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|\.$/u.test(safe), 'something hides in it');
		ok(safe.isWellFormed(), 'half of a character');
		ok(Buffer.byteLength(safe) <= 255, `${Buffer.byteLength(safe)} bytes`);
		equal(safeFileName(safe), safe);
		// What is harmless stays; devices of Windows are not.
		if (!/^(con|prn|aux|nul|com|lpt)/i.test(given) && /^[\w-][\w .-]{0,80}\w$/.test(given)) equal(safe, given);
	},
});

const path = fc.oneof(
	anyText(40),
	fc
		.array(fc.constantFrom('a', 'b.c', '.', '..', '', ' ', '合', '/', '//', 'x y'), { maxLength: 6 })
		.map((parts) => parts.join('/')),
);

property({
	promise: 'a path names one place or is refused; its parts put together are the path',
	count: 1050,
	cases: path,
	keeps: (text) => {
		const full = toFullpath(text);
		let expected = text;
		while (expected.startsWith('/')) expected = expected.slice(1);
		while (expected.endsWith('/')) expected = expected.slice(0, -1);
		equal(full, expected);
		const checked = outcomeOf(() => checkPath('Path', text));
		const parts = expected.split('/');
		const isWrong = expected !== '' && parts.some((part) => ['', '.', '..'].includes(part));
		equal(checked.error !== undefined, isWrong);
		if (checked.error) deepEqual([checked.error.kind, checked.error.field], ['input', 'Path']);
		else equal(checked.value, expected);
		if (isWrong || expected === '') return;
		deepEqual([parentPath(full), baseName(full)], [parts.slice(0, -1).join('/'), parts.at(-1)]);
		equal(joinPath(parentPath(full), baseName(full)), full);
		// A name that shows nothing is refused as a new one; a path may contain one that somebody else made.
		const isBlank = parts.at(-1)?.replace(/[\s\p{Cf}]/gu, '') === '';
		equal(outcomeOf(() => checkFileName('Name', baseName(full))).error !== undefined, isBlank);
	},
});
