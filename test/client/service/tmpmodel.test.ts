import fc from 'fast-check';
import { pages } from '../../../src/client/service/paging';
import { lists, type ListRequest } from '../../../src/protocol/operation/define';
import { callerWith, scriptedHttp } from '../../support/ports';
import { changingList, judge, type Change, type CountShape, type History } from './changingList';
const request = (pageSize: number): ListRequest<{hash:string}> => ({ id: 'x', route: 'POST /x', credential: 'org', repeatable: true, output: lists(), paging: { kind: 'offset', pageSize, identity: ['hash'] } });
const at = fc.double({ min: 0, max: 1, noNaN: true });
const create = fc.record({ kind: fc.constant('create' as const), at });
const del = fc.record({ kind: fc.constant('delete' as const), at });
const move = fc.record({ kind: fc.constant('move' as const), from: at, to: fc.oneof(at, fc.constant(0)) });
async function readAll(h: History, pageSize: number) {
	const list = changingList(h);
	const notices: string[] = [];
	const read: string[] = [];
	for await (const { hash } of pages(callerWith(scriptedHttp((r) => list.reply(r))), request(pageSize), {}, { onNotice: (n) => void notices.push(n.kind) })) read.push(hash);
	return { list, read, notices };
}
const hist = (ev: fc.Arbitrary<Change>, max: number, counts: CountShape[]) => fc.record({ length: fc.integer({ min: 1, max: 60 }), changes: fc.array(fc.array(ev, { maxLength: max }), { maxLength: 40 }), count: fc.constantFrom(...counts), cap: fc.integer({ min: max === 1 ? 3 : 5, max: 15 }) });
const size = fc.integer({ min: 3, max: 12 });
test('order preserving', async () => {
	let reqs = 0, uns=0, n=0, len=0;
	await fc.assert(fc.asyncProperty(hist(fc.oneof(create, del), 3, ['number','text','none','tooLarge','ofThePage','total']), size, async (h, pageSize) => {
		pageSize = Math.max(pageSize, 5); if (h.count==='ofThePage') h.cap = Math.max(h.cap, pageSize);
		const { list, read, notices } = await readAll(h, pageSize);
		n++; reqs += list.requests; len+=h.length; if (notices.includes('unsettled')) uns++;
		expect(judge(list, read)).toEqual([]);
	}), { numRuns: Number(process.env.N ?? 3000) });
	console.log({ n, reqs, uns, len });
});
for (const max of [1, 2]) test('moves '+max, async () => {
	let n=0, bad=0, uns=0;
	await fc.assert(fc.asyncProperty(hist(fc.oneof(create, del, move), max, ['number','text']), size, async (h, pageSize) => {
		const { list, read, notices } = await readAll(h, pageSize);
		n++; if (notices.includes('unsettled')) {uns++; return; }
		if (judge(list, read).length) {bad++; if (bad<6 && max===2) console.log(JSON.stringify(h), pageSize, read.join(), judge(list,read));}
		if (max===1) expect(judge(list, read)).toEqual([]);
	}), { numRuns: Number(process.env.N ?? 3000) });
	console.log({ n, bad, uns });
});
