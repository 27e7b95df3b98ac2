import { property } from '../../support/property';
import { histories, play } from './histories';
import { inShort, RestoreLab } from './restoreLab';

/* Any folder becomes what it was at any time, whatever several people did since: against the emulator's memory. */

const lab = new RestoreLab();
beforeAll(async () => await lab.begin());
afterAll(async () => await lab.close());
const WHOLE = { newFiles: 'recycle' };

property({
	promise: 'a library becomes what it was, and a second run plans nothing',
	count: 1_500,
	cases: histories(),
	keeps: async (history) => {
		lab.newLibrary();
		const { time, then } = play(lab, history);
		const { error, items } = await lab.restore(time, WHOLE);
		expect(error).toBeUndefined();
		expect([inShort(items).filter((row) => !row.endsWith('done')), lab.state()]).toEqual([[], then]);
		expect(inShort((await lab.restore(time, WHOLE)).items)).toEqual([]);
	},
});
