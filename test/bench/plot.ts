import type { Growth } from './results';

const [WIDTH, HEIGHT] = [300, 240];
/** Panels beside each other. */
const COLUMNS = 3;
const BOX = { left: 52, top: 34, right: 12, bottom: 40 };
const [TOP, BOTTOM] = [BOX.top, HEIGHT - BOX.bottom];

/** Readable on light and dark pages. */
const STYLE = `
	text { font: 11px sans-serif; fill: #57606a } .title { font-weight: bold; fill: #24292f }
	.axis { stroke: #8c959f } .grid { stroke: #8c959f; stroke-opacity: .25 }
	.fit { stroke: #8250df; stroke-width: 1.5; fill: none } .point { fill: #0969da }
	@media (prefers-color-scheme: dark) {
		text { fill: #9198a1 } .title { fill: #f0f6fc } .fit { stroke: #ab7df8 } .point { fill: #4493f8 }
	}`;

/** A panel's place in the picture, its ticks, and the scales from values to places. */
interface Scales {
	readonly left: number;
	readonly right: number;
	readonly xTicks: readonly number[];
	readonly yTicks: readonly number[];
	readonly x: (value: number) => number;
	readonly y: (value: number) => number;
}

const at = (place: number): string => place.toFixed(1);

/** The powers of ten around a range. */
function powersOfTen(values: readonly number[]): number[] {
	const [from, to] = [Math.floor(Math.log10(Math.min(...values))), Math.ceil(Math.log10(Math.max(...values)))];
	return Array.from({ length: to - from + 1 }, (_, n) => 10 ** (from + n));
}

function short(value: number): string {
	if (value >= 1e6) return `${value / 1e6}M`;
	return value >= 1e3 ? `${value / 1e3}k` : String(Number(value.toPrecision(1)));
}

/** A logarithmic scale from values to places. */
function scale(ticks: readonly number[], from: number, to: number): (value: number) => number {
	const [first, last] = [Math.log10(ticks[0] ?? 1), Math.log10(ticks.at(-1) ?? 10)];
	return (value) => from + ((Math.log10(value) - first) / (last - first)) * (to - from);
}

function scalesOf({ points }: Growth, offset: number): Scales {
	const [left, right] = [offset + BOX.left, offset + WIDTH - BOX.right];
	const xTicks = powersOfTen(points.map(({ x }) => x));
	const yTicks = powersOfTen(points.map(({ seconds }) => seconds));
	return { left, right, xTicks, yTicks, x: scale(xTicks, left, right), y: scale(yTicks, BOTTOM, TOP) };
}

function xTick(tick: number, { x }: Scales): string {
	const place = at(x(tick));
	const label = `<text x="${place}" y="${BOTTOM + 15}" text-anchor="middle">${short(tick)}</text>`;
	return `<line class="grid" x1="${place}" x2="${place}" y1="${TOP}" y2="${BOTTOM}"/>${label}`;
}

function yTick(tick: number, { left, right, y }: Scales): string {
	const place = at(y(tick));
	const label = `<text x="${left - 5}" y="${at(y(tick) + 4)}" text-anchor="end">${short(tick)} s</text>`;
	return `<line class="grid" x1="${left}" x2="${right}" y1="${place}" y2="${place}"/>${label}`;
}

/** The fit, as a curve: a straight line bends on these scales where its fixed part shows. */
function curve({ points, fit }: Growth, { x, y, yTicks }: Scales): string {
	const xs = points.map((point) => Math.log10(point.x));
	const [least, most] = [Math.min(...xs), Math.max(...xs)];
	const places = Array.from({ length: 41 }, (_, n) => 10 ** (least + ((most - least) * n) / 40))
		.map((value) => ({ value, seconds: fit.fixed + fit.each * value }))
		.filter(({ seconds }) => seconds >= (yTicks[0] ?? 0))
		.map(({ value, seconds }) => `${at(x(value))},${at(y(seconds))}`);
	return `<polyline class="fit" points="${places.join(' ')}"/>`;
}

function panel(growth: Growth, n: number): string {
	const scales = scalesOf(growth, (n % COLUMNS) * WIDTH);
	const { left, right, xTicks, yTicks, x, y } = scales;
	return [
		`<g transform="translate(0 ${Math.floor(n / COLUMNS) * HEIGHT})">`,
		`<text class="title" x="${left}" y="18">${growth.line}</text>`,
		...xTicks.map((tick) => xTick(tick, scales)),
		...yTicks.map((tick) => yTick(tick, scales)),
		`<polyline class="axis" fill="none" points="${left},${TOP} ${left},${BOTTOM} ${right},${BOTTOM}"/>`,
		curve(growth, scales),
		...growth.points.map((point) => {
			return `<circle class="point" cx="${at(x(point.x))}" cy="${at(y(point.seconds))}" r="3.5"/>`;
		}),
		`<text x="${right}" y="${HEIGHT - 6}" text-anchor="end">R² ${growth.fit.r2.toFixed(4)}</text>`,
		'</g>',
	].join('\n');
}

/** How the time grows with the work, as an SVG picture: one panel for each line of growth, on logarithmic scales. */
export function plot(growth: readonly Growth[]): string {
	const width = WIDTH * Math.min(COLUMNS, growth.length);
	const height = HEIGHT * Math.ceil(growth.length / COLUMNS);
	const size = `viewBox="0 0 ${width} ${height}" width="${width}" height="${height}"`;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" ${size} role="img" aria-label="How the time grows with the work">`,
		`<style>${STYLE}\n</style>`,
		...growth.map(panel),
		'</svg>',
		'',
	].join('\n');
}
