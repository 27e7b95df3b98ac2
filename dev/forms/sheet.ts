import type { Page } from 'playwright-core';
import type { FormPicture } from './formCamera';

/* Contact sheets: many pictures with their titles on one page. */

/** Forms on one page. */
const PER_PAGE = 24;
const COLUMNS = 4;

/** The pictures of a node as pages, in WebP. Drawn by the browser, which can write it. */
export async function sheetsOf(page: Page, pictures: readonly FormPicture[]): Promise<Buffer[]> {
	const pages: Buffer[] = [];
	const count = Math.ceil(pictures.length / PER_PAGE);
	const size = Math.ceil(pictures.length / Math.max(count, 1));
	for (let at = 0; at < pictures.length; at += size) {
		const part = pictures.slice(at, at + size).map(({ title, png }) => ({ title, png: png.toString('base64') }));
		const order = JSON.stringify({ pictures: part, columns: Math.min(COLUMNS, part.length) });
		const webp = await page.evaluate<string>(`(${DRAW})(${order})`);
		pages.push(Buffer.from(webp, 'base64'));
	}
	return pages;
}

/**
 * Runs in the browser, so it is text: draws each picture below its title, in the shortest column, and answers WebP as
 * Base64.
 */
const DRAW = `async ({ pictures, columns }) => {
	const [gap, head] = [20, 34];
	const blobOf = async ({ png }) => (await fetch('data:image/png;base64,' + png)).blob();
	const loaded = pictures.map(async (picture) => createImageBitmap(await blobOf(picture)));
	const bitmaps = await Promise.all(loaded);
	const width = Math.max(...bitmaps.map((bitmap) => bitmap.width));
	const ends = Array.from({ length: columns }, () => gap);
	const places = bitmaps.map((bitmap) => {
		const column = ends.indexOf(Math.min(...ends));
		const top = ends[column];
		ends[column] += head + bitmap.height + gap;
		return { x: gap + column * (width + gap), y: top };
	});
	const canvas = new OffscreenCanvas(gap + columns * (width + gap), Math.max(...ends));
	const pen = canvas.getContext('2d');
	pen.fillStyle = '#eceef2';
	pen.fillRect(0, 0, canvas.width, canvas.height);
	bitmaps.forEach((bitmap, at) => {
		pen.fillStyle = '#1f2430';
		pen.font = 'bold 17px sans-serif';
		pen.fillText(pictures[at].title, places[at].x, places[at].y + 22, width);
		pen.drawImage(bitmap, places[at].x, places[at].y + head);
	});
	const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.7 });
	let text = '';
	for (const byte of new Uint8Array(await blob.arrayBuffer())) text += String.fromCharCode(byte);
	return btoa(text);
}`;
