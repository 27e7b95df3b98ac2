import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';

/* ZIP archives as other programs read them: the format once more, from APPNOTE, and real programs. */

/** An entry of the directory of an archive. */
export interface ZipEntry {
	readonly name: string;
	/** Of the last change, by the field of Info-ZIP, and in the two-second time of the format as UTC. */
	readonly time: string;
	readonly dosTime: string;
	/** Of Unix. */
	readonly mode: number;
	readonly content: Buffer;
}

const AT_END = 22;
const MAX = 0xffffffff;

/** Where the directory begins, and how many entries it has. */
function endOf(zip: Buffer): { at: number; count: number } {
	const end = zip.length - AT_END;
	if (zip.readUInt32LE(end) !== 0x06054b50) throw new Error('no end of the directory');
	const [count, at] = [zip.readUInt16LE(end + 10), zip.readUInt32LE(end + 16)];
	if (zip.length < AT_END + 20 || zip.readUInt32LE(end - 20) !== 0x07064b50) return { at, count };
	const zip64 = Number(zip.readBigUInt64LE(end - 12));
	return { at: Number(zip.readBigUInt64LE(zip64 + 48)), count: Number(zip.readBigUInt64LE(zip64 + 32)) };
}

/** Fields behind a name by their numbers. */
function fieldsIn(extra: Buffer): Map<number, Buffer> {
	const fields = new Map<number, Buffer>();
	for (let at = 0; at < extra.length; at += 4 + extra.readUInt16LE(at + 2))
		fields.set(extra.readUInt16LE(at), extra.subarray(at + 4, at + 4 + extra.readUInt16LE(at + 2)));
	// Without this flag, other programs read no time of modification.
	if (((fields.get(0x5455)?.[0] ?? 1) & 1) === 0) fields.delete(0x5455);
	return fields;
}

const dosTimeOf = (time: number, day: number): string =>
	new Date(
		Date.UTC(1980 + (day >> 9), ((day >> 5) & 15) - 1, day & 31, time >> 11, (time >> 5) & 63, (time & 31) * 2),
	).toISOString();

/** The entries of an archive in the order of its directory. Throws for one that does not agree with itself. */
export function entriesOf(zip: Buffer): ZipEntry[] {
	const entries: ZipEntry[] = [];
	let { at, count } = endOf(zip);
	for (; count > 0; count--) {
		if (zip.readUInt32LE(at) !== 0x02014b50) throw new Error(`no entry of the directory at ${at}`);
		const [nameSize, extraSize] = [zip.readUInt16LE(at + 28), zip.readUInt16LE(at + 30)];
		const name = zip.toString('utf8', at + 46, at + 46 + nameSize);
		const fields = fieldsIn(zip.subarray(at + 46 + nameSize, at + 46 + nameSize + extraSize));
		const large = fields.get(1);
		const start = zip.readUInt32LE(at + 42);
		const local = start === MAX && large ? Number(large.readBigUInt64LE(16)) : start;
		const begin = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
		const content = zip.subarray(begin, begin + zip.readUInt32LE(at + 24));
		if (zip.readUInt32LE(local) !== 0x04034b50 || crc32(content) !== zip.readUInt32LE(at + 16))
			throw new Error(`${name} is damaged`);
		entries.push({
			name,
			content,
			mode: zip.readUInt32LE(at + 38) >>> 16,
			time: new Date((fields.get(0x5455)?.readInt32LE(1) ?? NaN) * 1000).toISOString(),
			dosTime: dosTimeOf(zip.readUInt16LE(at + 12), zip.readUInt16LE(at + 14)),
		});
		at += 46 + nameSize + extraSize + zip.readUInt16LE(at + 32);
	}
	return entries;
}

/** Opens an archive and reads its first and last files, which checks their CRC-32; of 70,000 all take two seconds. */
const IN_PYTHON =
	'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); n = z.namelist(); [z.read(x) for x in n[:500] + n[-500:]]';
/** Programs that test an archive: those that are installed here. */
const PROGRAMS: ReadonlyArray<readonly [string, ...string[]]> = [
	['unzip', '-tqq'],
	['7z', 't', '-bd'],
	['python3', '-c', IN_PYTHON],
];

/** What each installed program says about an archive that it refuses; nothing for a good one. */
export function complaintsAbout(zip: Buffer): string[] {
	const folder = mkdtempSync(join(tmpdir(), 'zip-'));
	const file = join(folder, 'archive.zip');
	writeFileSync(file, zip);
	try {
		return PROGRAMS.flatMap(([program, ...options]) => {
			const { error, status, stderr, stdout } = spawnSync(program, [...options, file], { encoding: 'utf8' });
			return error || status === 0 ? [] : [`${program}: ${stdout}${stderr}`];
		});
	} finally {
		rmSync(folder, { recursive: true });
	}
}
