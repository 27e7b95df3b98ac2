import { fileNameIn } from '../../../src/client/download/download';

test.each([
	['attachment; filename="a b.txt"', 'a b.txt'],
	['attachment; filename=a.txt; x=1', 'a.txt'],
	['attachment; filename="x"; filename*=UTF-8\'\'%E4%BC%9A.txt', '会.txt'],
	['attachment; filename="..\\\\..\\\\evil.txt"', 'evil.txt'],
	['attachment; filename="/etc/passwd"', 'passwd'],
	["attachment; filename*=UTF-8''%ZZ", undefined],
	["attachment; filename*=UTF-8''%ZZ; filename=b.txt", 'b.txt'],
	['attachment; filename*=UTF-8\'\'%ZZ; filename="b.txt"', 'b.txt'],
	["attachment; filename* = utf-8'en'a%20b.txt ; x=1", 'a b.txt'],
	['attachment; FileName = a b.txt ; x=1', 'a b.txt'],
	['attachment; filename = "a\\"b;c.txt"; x=1', 'a"b;c.txt'],
	['attachment; filename="a/b/"', undefined],
	['attachment; filename=""', undefined],
	['inline', undefined],
	[undefined, undefined],
])('the name in %j', (header, name) => expect(fileNameIn(header)).toBe(name));
