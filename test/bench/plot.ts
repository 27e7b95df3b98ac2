import type { Growth } from './results';

const [WIDTH, HEIGHT] = [300, 240];
const BOX = { left: 52, top: 34, right: 12, bottom: 40 };
/** Readable on a light and on a dark page. */
const STYLE = `
	text { font: 11px sans-serif; fill: #57606a } .title { font-weight: bold; fill: #24292f } .axis { stroke: #8c959f } .grid { stroke: #8c959f; stroke-opacity: .25 }
	.fit { stroke: #8250df; stroke-width: 1.5; fill: none } .point { fill: #0969da }
	@media (prefers-color-scheme: dark) { text { fill: #9198a1 } .title { fill: #f0f6fc } .fit { stroke: #ab7df8 } .point { fill: #4493f8 } }`;

const powers = (least: number, most: number): number[] => {
	const [from, to] = [Math.floor(Math.log10(least)), Math.ceil(Math.log10(most))];
	return Array.from({ length: to - from + 1 }, (_, n) => 10 ** (from + n));
};
const short = (value: number): string =>
	value >= 1e6 ? `${value / 1e6}M` : value >= 1e3 ? `${value / 1e3}k` : String(Number(value.toPrecision(1)));

/** A scale from values to places, by powers of ten. */
function scale(ticks: readonly number[], from: number, to: number): (value: number) => number {
	const [first, last] = [Math.log10(ticks[0] ?? 1), Math.log10(ticks.at(-1) ?? 10)];
	return (value) => from + ((Math.log10(value) - first) / (last - first)) * (to - from);
}

function panel({ line, points, fit }: Growth, left: number): string {
	const xs = points.map(({ x }) => x);
	const times = points.map(({ seconds }) => seconds);
	const [xTicks, yTicks] = [powers(Math.min(...xs), Math.max(...xs)), powers(Math.min(...times), Math.max(...times))];
	const x = scale(xTicks, left + BOX.left, left + WIDTH - BOX.right);
	const y = scale(yTicks, HEIGHT - BOX.bottom, BOX.top);
	const [bottom, top, begin, end] = [HEIGHT - BOX.bottom, BOX.top, left + BOX.left, left + WIDTH - BOX.right];
	const at = (value: number): string => value.toFixed(1);
	// The straight line of the fit is a curve on these scales, where its fixed part shows.
	const [least, most] = [Math.log10(Math.min(...xs)), Math.log10(Math.max(...xs))];
	const curve = Array.from({ length: 41 }, (_, n) => 10 ** (least + ((most - least) * n) / 40))
		.map((value) => ({ value, seconds: fit.fixed + fit.each * value }))
		.filter(({ seconds }) => seconds >= (yTicks[0] ?? 0))
		.map(({ value, seconds }) => `${at(x(value))},${at(y(seconds))}`);
	return [
		`<text class="title" x="${begin}" y="18">${line}</text>`,
		...xTicks.map(
			(tick) =>
				`<line class="grid" x1="${at(x(tick))}" x2="${at(x(tick))}" y1="${top}" y2="${bottom}"/><text x="${at(x(tick))}" y="${bottom + 15}" text-anchor="middle">${short(tick)}</text>`,
		),
		...yTicks.map(
			(tick) =>
				`<line class="grid" x1="${begin}" x2="${end}" y1="${at(y(tick))}" y2="${at(y(tick))}"/><text x="${begin - 5}" y="${at(y(tick) + 4)}" text-anchor="end">${short(tick)} s</text>`,
		),
		`<polyline class="axis" fill="none" points="${begin},${top} ${begin},${bottom} ${end},${bottom}"/>`,
		`<polyline class="fit" points="${curve.join(' ')}"/>`,
		...points.map(
			({ x: value, seconds }) => `<circle class="point" cx="${at(x(value))}" cy="${at(y(seconds))}" r="3.5"/>`,
		),
		`<text x="${end}" y="${HEIGHT - 6}" text-anchor="end">R² ${fit.r2.toFixed(4)}</text>`,
	].join('\n');
}

/** How the time grows, as an SVG picture: one panel for each line, both axes by powers of ten. */
export function plot(growth: readonly Growth[]): string {
	const width = WIDTH * growth.length;
	return [
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${HEIGHT}" width="${width}" height="${HEIGHT}" role="img" aria-label="How the time grows with the work">`,
		`<style>${STYLE}\n</style>`,
		...growth.map((line, n) => panel(line, n * WIDTH)),
		'</svg>',
		'',
	].join('\n');
}
