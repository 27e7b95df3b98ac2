/* Scripts of the preview page. They use what viewerPage.ts declares before them: at, post, show, onClick, speed. */

/** Turns the pages of a document of three pages. */
export const documentScript = `
const total = 3;
let current = 1;
const heading = at('heading').textContent;
const update = () => {
	show('Page ' + current + ' of ' + total);
	at('heading').textContent = current === 1 ? heading : 'Page ' + current;
	at('back').disabled = current === 1;
	at('next').disabled = current === total;
	post({ page: { current, total } });
};
const turn = (by) => {
	const next = Math.min(total, Math.max(1, current + by));
	if (next === current) return;
	current = next;
	update();
};
onClick('back', () => turn(-1));
onClick('next', () => turn(1));
document.addEventListener('keydown', (event) => {
	if (event.key === 'ArrowLeft') turn(-1);
	if (event.key === 'ArrowRight') turn(1);
});
update();`;

/** Plays 12.5 seconds of media. */
export const mediaScript = `
const total = 12.5;
let current = 0, before = 0, timer = 0;
const draw = () => {
	at('bar').max = total;
	at('bar').value = current;
	show(current.toFixed(1) + ' of ' + total + ' s');
};
const report = () => post({ progress: { current: Math.round(current * 1000) / 1000, total } });
const stop = () => { clearInterval(timer); timer = 0; at('play').textContent = 'Play'; };
const tick = () => {
	const now = performance.now(), next = Math.min(total, current + (now - before) / 1000 * speed);
	before = now;
	// Events are sent at multiples of five seconds, whatever the speed.
	for (let mark = (Math.floor(current / 5) + 1) * 5; mark <= next && mark < total; mark += 5) {
		current = mark;
		report();
	}
	current = next;
	draw();
	if (current === total) { report(); stop(); }
};
const start = () => {
	if (current === total) current = 0;
	before = performance.now();
	at('play').textContent = 'Pause';
	timer = setInterval(tick, 100);
	report();
};
onClick('play', () => (timer ? stop() : start()));
draw();`;
