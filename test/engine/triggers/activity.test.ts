import { Activities, activities, libraryRows } from '../support/activities';
import type { Engine } from '../support/engine';

/* The activity trigger in n8n's engine: what it reports, once each. */

let engine: Engine;
let t: Activities;
beforeAll(async () => {
	engine = await Activities.engine();
});
beforeEach(async () => {
	t = await Activities.start(engine);
});
afterEach(async () => await t.close());

describe('nothing lost, nothing twice', () => {
	test('From Now: what was there is not reported, what follows is, once', async () => {
		t.write({ path: 'old.txt' });
		const trigger = t.activate();
		expect(await trigger.poll()).toBeNull();
		expect(await trigger.poll()).toBeNull();
		t.write({ path: 'new.txt' });
		expect(activities(await trigger.poll())).toEqual(['downloaded new.txt']);
		expect(await trigger.poll()).toBeNull();
	});

	test('equal entries of one second are different activities', async () => {
		t.write({ path: 'a.txt' });
		const trigger = t.activate();
		await trigger.poll();
		t.write({ path: 'a.txt' });
		t.write({ path: 'a.txt' });
		expect(activities(await trigger.poll())).toEqual(['downloaded a.txt', 'downloaded a.txt']);
		t.write({ path: 'a.txt' });
		expect(activities(await trigger.poll())).toEqual(['downloaded a.txt']);
		expect(await trigger.poll()).toBeNull();
	});
});
