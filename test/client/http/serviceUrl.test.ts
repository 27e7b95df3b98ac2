import { serviceUrl } from '../../../src/client/http/serviceUrl';

test.each([
	['https://h.example', 'https://h.example/m-open/1/x'],
	['https://h.example/', 'https://h.example/m-open/1/x'],
	['http://h.example:8080/base/', 'http://h.example:8080/base/m-open/1/x'],
	[' https://h.example/a/b ', 'https://h.example/a/b/m-open/1/x'],
])('the Base URL %j leads to %s', (base, url) => expect(serviceUrl(base, '/m-open/1/x').href).toBe(url));
