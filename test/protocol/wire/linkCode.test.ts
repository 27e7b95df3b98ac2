import { linkCode } from '../../../src/protocol/wire/paths';

test.each([
	['https://files.example.com/link/3f2b9c', '3f2b9c'],
	['https://files.example.com/link/3f2b9c/', '3f2b9c'],
	['https://files.example.com/link/3f2b9c?lang=en#page=2', '3f2b9c'],
	['  https://files.example.com/a%20b ', 'a b'],
	['https://files.example.com/100%', '100%'],
	['/link/3f2b9c', '3f2b9c'],
	['https://files.example.com/link/3f2b9c//', '3f2b9c'],
	['https://files.example.com/go?to=https://other.example.com/x', 'go'],
	['/go/https://files.example.com/x', 'x'],
	['https://files.example.com/a\nb/3f2b9c?x\ny', '3f2b9c'],
	['3f2b9c', '3f2b9c'],
	['50%25+é?&#', '50%25+é?&#'],
	['https://files.example.com', ''],
	['https://files.example.com/?code=1', ''],
	['', ''],
])('%s', (link, code) => expect(linkCode(link)).toBe(code));
