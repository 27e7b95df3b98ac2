import type { BinaryMode } from '../../engine/support/engine';
import type { NodeKind } from '../engine';
import { type Goal, type Level, type PlannedRow, rowWith, type Who } from '../types';
import type { ZipWorld } from '../worlds';

type Kind = 'upload' | 'download';

interface Variant {
	readonly node?: NodeKind;
	readonly mode?: BinaryMode;
	readonly tls?: boolean;
	/** Whether n8n's own nodes take part. */
	readonly n8n?: boolean;
}

const MB = 1_000_000;
/** A smaller file has no goal for speed: it is all start and end. */
const LEAST_FOR_SPEED = 256;

const N8N: readonly Who[] = ['nextcloud', 's3'];

/** What a transfer must reach: a part of the limit, CPU seconds for 1e9 bytes, MB above an idle n8n. */
function goalsOf(kind: Kind, mb: number, { mode, tls = false, n8n = false }: Variant): Goal[] {
	if (mode === 'default') return kind === 'upload' ? [{ of: 'peak', most: 100 }] : [{ of: 'limit', least: 0.7 }];
	const always: Goal[] = [
		{ of: 'peak', most: 40 },
		{ of: 'leanPeak', most: 60 },
	];
	if (mb < LEAST_FOR_SPEED) return always;
	if (!tls) always.push({ of: 'lean', most: 2 }, { of: 'leanCpu', most: 4.5 });
	if (kind === 'upload') return [{ of: 'limit', least: 0.85 }, { of: 'cpu', most: 1.6 }, ...always];
	const than = (['nextcloud', 's3'] as const).map((of): Goal => ({ of, least: 1 }));
	return [
		{ of: 'limit', least: tls ? 0.8 : 1 },
		...(tls ? [] : [{ of: 'cpu', most: 2 } as const]),
		...always,
		...(n8n ? than : []),
	];
}

function transfer(kind: Kind, mb: number, rounds: number, variant: Variant = {}): PlannedRow {
	const { node = 'library', mode = 'filesystem', tls = false, n8n = false } = variant;
	const where = [
		node === 'user' ? 'user token' : 'library',
		...(mode === 'default' ? ['in memory'] : []),
		...(tls ? ['TLS'] : []),
	].join(', ');
	return rowWith({
		group: kind === 'upload' ? 'Upload' : 'Download',
		name: `${mb} MB, ${where}`,
		suite: kind,
		benchmark: { size: mb * MB, node, mode },
		rounds,
		setup: { tls },
		who: ['node', 'lean', 'limit', ...(n8n ? N8N : [])],
		unit: 'MB/s',
		amount: mb,
		goals: goalsOf(kind, mb, variant),
	});
}

/** Uploads and downloads of one file. */
export function transferRows(level: Level): PlannedRow[] {
	const quick = level === 'quick';
	const sizes = quick ? [64, 256] : [64, 256, 1024];
	const special = quick ? 64 : 256;
	const rounds = quick ? 2 : 3;
	const plain = (kind: Kind): PlannedRow[] => [
		...sizes.map((mb) => transfer(kind, mb, rounds, { n8n: mb > 64 })),
		...(quick ? [64] : [256, 1024]).map((mb) => transfer(kind, mb, rounds, { node: 'user' })),
		transfer(kind, special, 2, { mode: 'default' }),
		transfer(kind, special, rounds, { tls: true, n8n: true }),
	];
	return [...plain('upload'), ...plain('download')];
}

/** A folder as a ZIP; with `compared` against the downloads of the same files. */
function zip(world: ZipWorld, name: string, compared: boolean, least?: number): PlannedRow {
	const mb = (world.folders * world.files * world.size) / 1e6;
	return rowWith({
		group: 'Download',
		name: `ZIP: ${name}`,
		suite: 'zip',
		benchmark: world,
		who: compared ? ['node', 'files'] : ['node'],
		rounds: compared ? 2 : 1,
		unit: 'MB/s',
		amount: mb,
		goals: [{ of: 'peak', most: 60 }, ...(least === undefined ? [] : [{ of: 'value', least } as const])],
	});
}

/** Download as ZIP: large files, small ones, and many small ones. */
export function zipRows(level: Level): PlannedRow[] {
	if (level === 'quick') return [zip({ folders: 1, files: 4, size: 64_000_000 }, '4 files of 64 MB', true)];
	return [
		zip({ folders: 2, files: 10, size: 100_000_000 }, '20 files of 100 MB', true),
		zip({ folders: 10, files: 100, size: 100_000 }, '1,000 files of 100 KB', true),
		zip({ folders: 1000, files: 100, size: 1_000 }, '100,000 files of 1 KB', false, 4),
	];
}
