import { planMirror } from './src/features/mirror/plan';
import { planRestore } from './src/features/restore/plan/planRestore';
import { shownPlan } from './src/features/restore/plan/restoreItems';
import { compileEntryFilter } from './src/protocol/tree/entryFilter';
import { createHash } from 'node:crypto';

const sha = (t: string) => createHash('sha1').update(t).digest('hex');
/** Each step at its fastest in several runs; the longest of them, and their sum. */
function worst(runs: number, make: () => Iterator<unknown, any>) {
	const steps: number[] = [];
	let result: any;
	for (let r = 0; r < runs; r++) {
		const work = make();
		for (let at = 0; ; at++) {
			const t = process.cpuUsage();
			const s = work.next();
			const { user, system } = process.cpuUsage(t);
			const d = (user + system) / 1000;
			steps[at] = Math.min(steps[at] ?? Infinity, d);
			if (s.done) {
				result = s.value;
				break;
			}
		}
	}
	const most = steps.reduce((m, d) => Math.max(m, d), 0);
	const long = steps.flatMap((d, at) => (d > 25 ? [`${at}:${d.toFixed(0)}`] : [])).join(' ');
	return { long, most, where: steps.indexOf(most), total: steps.reduce((a, b) => a + b, 0), steps: steps.length, result };
}
/** A computation that yields or does not. */
function* stepsOf(start: () => any): any { const r = start(); return r && r[Symbol.iterator] && r.next ? yield* r : r; }
const json = (v: any) => JSON.stringify(v, (k, x) => (['places', 'facts', 'order', 'leaving', 'wasDeleted', 'parent', 'children', 'wanted', 'needed', 'whole'].includes(k) ? undefined : x));
const N = Number(process.argv[2] ?? 20000);
const what = process.argv[3] ?? 'all';
function tree(n: number, name: (f: number, i: number) => string, folder: (f: number) => string, content = (f: number, i: number) => `${f} ${i}`) {
	const out: any[] = [];
	for (let f = 0; f < n / 100; f++) {
		out.push({ path: folder(f), dir: true, filesize: 0, filehash: '', hash: sha('d' + folder(f)), modified: 1 });
		for (let i = 0; i < 100; i++) {
			const path = `${folder(f)}/${name(f, i)}`;
			out.push({ path, dir: false, filesize: 100 + i, filehash: sha(content(f, i)), hash: sha(path), modified: 1_700_000_000 });
		}
	}
	return out;
}
const src = tree(N, (f, i) => `report ${i}.txt`, (f) => `Folder ${f}`);
const cases: Record<string, any[]> = {
	empty: [],
	same: tree(N, (f, i) => `report ${i}.txt`, (f) => `Folder ${f}`),
	changed: tree(N, (f, i) => `report ${i}.txt`, (f) => `Folder ${f}`, (f, i) => `other ${f} ${i}`),
	case: tree(N, (f, i) => `REPORT ${i}.txt`, (f) => `FOLDER ${f}`),
	foldersMoved: tree(N, (f, i) => `report ${i}.txt`, (f) => `Moved ${f}`),
	filesMoved: tree(N, (f, i) => `new ${i}.txt`, (f) => `Moved ${f}`),
	allMovedTop: tree(N, (f, i) => `report ${i}.txt`, (f) => `Moved ${f}`).map((e) => ({ ...e, path: `Top/${e.path}` })).concat([{ path: 'Top', dir: true, filesize: 0, filehash: '', hash: 'top' }]),
	extra: [],
	flat: [],
	oneContent: tree(N, (f, i) => `new ${i}.txt`, (f) => `Moved ${f}`, () => 'same'),
};
const filter = compileEntryFilter({ exclude: ['*.tmp', 'private/**'], include: ['*'] });
if (what === 'all' || what === 'mirror')
	for (const [name, target] of Object.entries(cases)) {
		const [source, tgt] = name === 'extra' ? [[], src] : name === 'flat' ? [src.map((e: any) => ({ ...e, path: e.path.replace('/', ' ') })), src.map((e: any) => ({ ...e, path: 'x' + e.path.replace('/', ' ') }))] : name === 'oneContent' ? [tree(N, (f, i) => `report ${i}.txt`, (f) => `Folder ${f}`, () => 'same'), target] : [src, target];
		const shuffle = (l: any[]) => l.map((e, i) => [sha(String(i)), e] as const).sort((a, b) => (a[0] < b[0] ? -1 : 1)).map(([, e]) => e);
		const [s, t] = [shuffle(source), shuffle(tgt)];
		const r = worst(3, () => planMirror({ source: s, target: t, targetExists: true, wants: (e: any) => filter({ dir: e.dir ? 1 : 0, filesize: e.filesize }, e.path), deleteExtra: true, moves: 'anyPath' }) as any);
		console.log('mirror', name.padEnd(14), `longest ${r.most.toFixed(1)} ms at ${r.where}/${r.steps}, total ${r.total.toFixed(0)} ms`, sha(json(r.result)).slice(0, 8), '|', r.long);
	}
const C = N * 5, H = N / 2; // changes, files restored
function facts(kind: string) {
	const until = 1_000_000;
	const rows = new Map(), lines = new Map(), bin = new Map(), binByPath = new Map(), wereDeleted = new Set<string>();
	const add = (row: any) => rows.set(row.hash, row);
	for (let n = 0; n < C - H; n++) {
		const p = `Work/${Math.floor(n / 100)}/${n}.txt`;
		add({ hash: sha('w' + n), dir: false, fullpath: p, filehash: sha('work'), created: until + 5, modified: until + 5, who: ['Lee', 'lee'], deleted: false, wasDeleted: false });
	}
	for (let f = 0; f < (C - H) / 100; f++) add({ hash: sha('wf' + f), dir: true, fullpath: `Work/${f}`, filehash: '', created: until + 5, modified: until + 5, who: ['Lee', 'lee'], deleted: false, wasDeleted: false });
	for (let n = 0; n < H; n++) {
		const hash = sha('h' + n);
		const folder = `Hit/Sub ${Math.floor(n / 100)}`;
		const p = `${folder}/report ${n}.txt`;
		if (kind === 'deleted') {
			add({ hash, dir: false, fullpath: p, filehash: sha('e' + n), created: until - 5, modified: until + 50, who: ['Bad', 'bad'], deleted: true, wasDeleted: true });
			bin.set(hash, p); binByPath.set(p.toLowerCase(), [hash]); wereDeleted.add(hash);
			continue;
		}
		const name = kind === 'moved' ? `Elsewhere/${n}/x.txt` : kind === 'swap' ? `${folder}/report ${n ^ 1}.txt` : `${p}.locked`;
		add({ hash, dir: false, fullpath: kind === 'new' ? p : name, filehash: sha('e' + n), created: kind === 'new' ? until + 3 : until - 5, modified: until + 50, who: ['Bad', 'bad'], deleted: false, wasDeleted: false });
		lines.set(hash, kind === 'new' ? [{ fullpath: p, filehash: sha('e' + n), filesize: 5, seconds: until + 3, act: 1, who: ['Bad', 'bad'] }] : [
			{ fullpath: p, filehash: sha('r' + n), filesize: 9, seconds: until - 5, act: 1, who: ['Lee', 'lee'] },
			{ fullpath: p, filehash: sha('e' + n), filesize: 9, seconds: until + 40, act: 3, who: ['Bad', 'bad'] },
			{ fullpath: name, filehash: sha('e' + n), filesize: 9, seconds: until + 50, act: kind === 'moved' ? 4 : 2, who: ['Bad', 'bad'] },
		]);
	}
	return { until, rows, lines, bin, binByPath, folders: new Map<string, any>([['Hit', [{ fullpath: 'Hit', filehash: '', seconds: 5, act: 1, who: [] }]], ...Array.from({ length: H / 100 }, (_, f) => [`Hit/Sub ${f}`, [{ fullpath: `Hit/Sub ${f}`, filehash: '', seconds: 6, act: 1, who: [] }]] as const)]), wereDeleted, isThere: new Map<string, boolean>([['', true], ['Hit', true], ...Array.from({ length: H / 100 }, (_, f) => [`Hit/Sub ${f}`, true] as const)]) };
}
if (what === 'all' || what === 'restore')
	for (const kind of ['locked', 'swap', 'moved', 'new', 'deleted'])
		for (const [folder, recyclesNew, isMeant] of [['Hit', false, (row: any) => row.who.includes('Bad')], ['', true, () => true]] as const) {
			{
				{
					const order = { folder, isMeant, mayBeOwn: () => false, isNamed: () => true, recyclesNew };
					const f = facts(kind);
					const r = worst(2, () => planRestore(f as any, order as any));
					const frame = { limits: { percent: 100 }, files: 100000, taken: 0, notes: [], folder, time: 'x', changedSince: 1 };
					const s = worst(2, () => stepsOf(() => shownPlan(r.result, { ...frame, isMade: true } as any)));
					const d = worst(2, () => stepsOf(() => shownPlan(r.result, { ...frame, isMade: false } as any)));
					const { places, ...plan } = r.result as any;
					const strip = ({ describe, purpose, totals, isRoutine, ...rest }: any) => rest;
					console.log('restore', kind.padEnd(8), folder.padEnd(4), recyclesNew ? 'recycle' : 'keep   ', isMeant.toString().includes('Bad') ? 'person' : 'all   ', `longest ${r.most.toFixed(1)} ms at ${r.where}/${r.steps}, total ${r.total.toFixed(0)}; shown ${s.most.toFixed(1)}/${s.total.toFixed(0)}, dry ${d.most.toFixed(1)}/${d.total.toFixed(0)}`, `needed ${places.needed.size} unseen ${places.unseen.size}`, sha(json([plan, strip(s.result), strip(d.result)])).slice(0, 8), '|', r.long, '|', s.long, '|', d.long);
}}				}
