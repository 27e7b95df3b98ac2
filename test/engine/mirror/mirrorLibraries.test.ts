import { by } from '../support/library';
import { MirrorLab, summaryIn, WAYS } from './mirrorLab';

/* What a target library means that is not there, and limits that nobody entered. */

let lab: MirrorLab;
beforeAll(async () => {
	lab = await MirrorLab.start();
});
afterAll(async () => await lab.emulator.close());

const TWO_LIBRARIES = ['an enterprise, between libraries', 'a person, between libraries'].map((name) => WAYS[name]!);

describe.each(TWO_LIBRARIES)('$node', (way) => {
	beforeAll(() => lab.fill(way.source, 'S', { 'a.txt': 'a' }));

	test.each([by('id', '={{ $json.nothing }}'), '={{ $json.nothing }}'])(
		'an expression that gives nothing is not the source library: %j',
		async (targetLibrary) => {
			const before = lab.emulator.requests.length;
			const { error } = await lab.run(way, { targetLibrary });
			expect(error?.message).toContain('Target Library is an expression that gives nothing');
			expect(lab.emulator.requests.length).toBe(before);
		},
	);

	test('a field that was left empty is', async () => {
		const result = await lab.run(way, { targetLibrary: by('id', ''), targetFolder: by('path', 'Copy') });
		expect(summaryIn(result)).toMatchObject({ status: 'done', limits: { percent: 50, count: null } });
		expect(lab.tree(way.source, 'Copy')).toEqual(lab.tree(way.source, 'S'));
	});
});
