import { existsSync } from 'node:fs';
import path from 'node:path';
import { read, ROOT, sourcesIn } from './imports';

/* How a newcomer finds the way: a sign at the door of each room, and few words to learn. */

const LAYERS = ['src/protocol', 'src/client', 'src/n8n', 'src/pages', 'src/tools'];
const MOST_WORDS = 80;

/** A layer's own folder and the folders in it, by the files in them; what is deeper belongs to the room above it. */
const rooms = [
	...new Set(
		LAYERS.flatMap((layer) =>
			sourcesIn(layer)
				.filter((file) => file.endsWith('.ts'))
				.map((file) =>
					path.posix.join(layer, path.posix.relative(layer, file).split('/').slice(0, -1)[0] ?? ''),
				),
		),
	),
].sort();

test('there are rooms to look at', () => {
	expect(rooms).toEqual(expect.arrayContaining(['src/protocol/wire', 'src/client/http', 'src/n8n/execute']));
	expect(rooms.length).toBeGreaterThan(40);
});

test.each(rooms)('%s has a README.md at its door', (room) => {
	const door = path.posix.join(room, 'README.md');
	expect(existsSync(path.join(ROOT, door)) ? door : 'none').toBe(door);
	const lines = read(door).split('\n');
	expect(lines[0]).toMatch(/^# \S/);
	expect(lines.length).toBeLessThanOrEqual(40);
});

test('the glossary has few words, each once', () => {
	const words = [...read('docs/glossary.md').matchAll(/^\| (?!Word \||---)([^|]+?) \|/gm)].map(
		([, word = '']) => word,
	);
	expect(words.length).toBeGreaterThan(10);
	expect(words.length).toBeLessThanOrEqual(MOST_WORDS);
	expect(new Set(words).size).toBe(words.length);
});
