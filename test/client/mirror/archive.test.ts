import { archiveName } from '#mirror/work';

test('runs that begin in the same millisecond have archives of their own, in their order', () => {
	const names = [1, 2, 3].map(() => archiveName(Date.UTC(2026, 10, 22, 20, 53, 7, 123)));
	expect(names).toEqual(['2026-11-22T20-53-07.123Z', '2026-11-22T20-53-07.124Z', '2026-11-22T20-53-07.125Z']);
	expect(archiveName(Date.UTC(2026, 10, 22))).toBe('2026-11-22T00-00-00.000Z');
});
