import { tryToParseDateTime } from 'n8n-workflow';
import { readDate } from '../../../src/n8n/form/readDate';
import { date } from '../../../src/protocol/operation/fields';
import { checkDate } from '../../../src/protocol/operation/check/date';

/* A date of the form, in the time zone of the workflow. */

const help = 'h';
const TIME = date({ help, unit: 'seconds' });
const DAY = date({ help, unit: 'seconds', dayOnly: true });
const ZONE = 'America/New_York';

/** As `$now` of an expression, in a zone of its own. */
const inShanghai = (text: string): unknown => tryToParseDateTime(text, 'Asia/Shanghai');

const read = (field: typeof TIME, raw: unknown, zone = ZONE): string =>
	checkDate('From', field, readDate(field, raw, zone)).toISOString();

test.each<[unknown, string]>([
	['2026-12-31T18:00:00', '2026-12-31T23:00:00.000Z'],
	['2026-07-01 18:00', '2026-07-01T22:00:00.000Z'],
	['2026-12-31', '2026-12-31T05:00:00.000Z'],
	['2026-12-31T18:00:00+01:00', '2026-12-31T17:00:00.000Z'],
	[inShanghai('2026-12-31T18:00:00'), '2026-12-31T10:00:00.000Z'],
	[new Date('2026-12-31T18:00:00Z'), '2026-12-31T18:00:00.000Z'],
	['1798740000', '2026-12-31T18:00:00.000Z'],
])('%p', (raw, expected) => expect(read(TIME, raw)).toBe(expected));

test.each<[unknown, string]>([
	['2026-12-31T23:30:00', '2026-12-31'],
	['2026-12-31T23:30:00-08:00', '2026-12-31'],
	[inShanghai('2026-12-31T23:30:00'), '2026-12-31'],
	// A time of JavaScript has no zone of its own: it is that of the workflow.
	[new Date('2027-01-01T02:00:00Z'), '2026-12-31'],
])('the day of %p', (raw, expected) => expect(read(DAY, raw)).toBe(`${expected}T00:00:00.000Z`));
