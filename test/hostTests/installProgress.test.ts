import { packagesLine } from '../../dev/n8n/installProgress';

test.each([
	[0, 20, '0 of 100 packages, usually 1 to 3 minutes'],
	[10, 3, '10 of 100 packages, usually 1 to 3 minutes'],
	[25, 20, '25 of 100 packages, about 60 s more'],
	[99, 50, '99 of 100 packages, about 1 s more'],
	[100, 60, '100 of 100 packages, nearly done'],
])('%i of 100 packages after %i s', (found, seconds, line) => {
	expect(packagesLine(found, 100, seconds)).toBe(line);
});
