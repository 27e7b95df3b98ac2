import { feedReader } from './feedReaders';
import { HistoryPlayer } from './historyPlayer';
test('trace', async () => {
	const h = (0, eval)('(' + process.env.HIST + ')');
	const log: string[] = [];
	const p = new HistoryPlayer(feedReader, h) as any;
	const t0 = p.world.now - 20000;
	const short = (e: any) =>
		`${e.hash}${e.cmd === 0 ? 'D' : ''}c${String(e.filehash).split('-')[1] ?? ''}${e.filename}`;
	const inner = p.port.bind(p);
	p.port = (poll: any) => {
		const q = inner(poll);
		return {
			...q,
			later: async (c: number, k?: string) => {
				const r = await q.later(c, k);
				log.push(`later(${c - t0}${k ? ',' + k : ''}) -> ${r.entries.map(short)} until ${r.until - t0}`);
				return r;
			},
			newest: async (c?: number) => {
				const r = await q.newest(c);
				log.push(`newest -> ${r.entries.map(short)} until ${r.until - t0}`);
				return r;
			},
			count: async (a: number, b: number) => {
				const r = await q.count(a, b);
				log.push(`count(${a - t0},${b - t0}) -> ${r}`);
				return r;
			},
		};
	};
	const op = p.operate.bind(p);
	p.operate = (o: any) => {
		op(o);
		log.push(
			`  op ${o.kind}: ` +
				p.world.files.map((f: any) => `${f.hash}v${f.version}@${f.opMs - t0}${f.deleted ? 'D' : ''}`).join(' '),
		);
	};
	const poll = p.poll.bind(p);
	p.poll = async (x: any) => {
		log.push('POLL');
		const r = await poll(x);
		log.push('  saved ' + p.saved.replaceAll(String(t0).slice(0, 8), '~'));
		return r;
	};
	try {
		await p.play();
	} catch (e) {
		log.push(String(e));
	}
	console.log(log.join('\n'));
});
