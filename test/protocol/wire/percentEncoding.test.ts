import { rfc3986 } from '../../../src/protocol/wire/paths';

test('everything but letters, digits and - _ . ~ is percent-encoded (RFC 3986)', () => {
	expect(rfc3986("A-z_0.9~ !'()*+/?ü")).toBe('A-z_0.9~%20%21%27%28%29%2A%2B%2F%3F%C3%BC');
	expect(rfc3986('\uD800x')).toBe('%EF%BF%BDx');
});
