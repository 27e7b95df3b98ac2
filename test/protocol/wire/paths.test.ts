import { baseName, checkFileName, joinPath, toFullpath } from '../../../src/protocol/wire/paths';

test.each([
	['/a/b/', 'a/b'],
	['//a', 'a'],
	['a//b', 'a//b'],
	[' a / b ', ' a / b '],
	['/', ''],
	['', ''],
])('%j as a full path is %j', (text, path) => expect(toFullpath(text)).toBe(path));

test.each([
	['', 'a', 'a'],
	['a/b', 'c', 'a/b/c'],
])('folder %j and name %j are the path %j', (folder, name, path) => expect(joinPath(folder, name)).toBe(path));

test.each([
	['a/b.txt', 'b.txt'],
	['b.txt', 'b.txt'],
	['', ''],
])('the last part of %j is %j', (path, name) => expect(baseName(path)).toBe(name));

test.each(['a', ' ', '...', '.a', 'ü 合同.txt', 'a\\b'])('%j is the name of a file', (name) =>
	expect(checkFileName('File Name', name)).toBe(name),
);

test.each([
	['', 'File Name: is required'],
	['a/b', 'File Name: "a/b" contains a "/", which separates folders'],
	['.', 'File Name: "." is not a valid name'],
	['..', 'File Name: ".." is not a valid name'],
])('%j is refused as a name', (name, message) => expect(() => checkFileName('File Name', name)).toThrow(message));

test('65,000 slashes in the middle of a path take no time', () => {
	const path = `a${'/'.repeat(65_000)}b`;
	const before = process.cpuUsage();
	for (let times = 0; times < 100; times++) expect(toFullpath(`/${path}//`)).toBe(path);
	// Once took two seconds.
	expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
});
