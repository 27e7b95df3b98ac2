import { by } from '../support/library';
import { TableBench } from './tableBench';

test('Set Many refuses the root before anything is sent; Set takes it (H09)', async () => {
	const bench = await TableBench.start();
	try {
		const who = {
			subjects: { rows: [{ type: 'member', member: by('id', '14') }] },
			give: 'permissions',
			grant: ['ls'],
		};
		const files = { rows: [{ file: by('path', 'Contracts') }, { file: by('path', '/') }] };
		const from = bench.served.length;
		const many = bench.does('permission', 'setMany', { files, ...who, type: '0' });
		await expect(many).rejects.toThrow();
		expect(bench.served).toHaveLength(from);
		expect(await bench.does('permission', 'set', { file: by('path', '/'), ...who })).toHaveLength(1);
	} finally {
		await bench.close();
	}
});
