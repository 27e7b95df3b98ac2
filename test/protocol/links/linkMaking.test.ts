import { findLogged, makingColumns, oncePerMakings } from '../../../src/protocol/links/linkMaking';
import { compileLinkFilter } from '../../../src/protocol/links/links';
import { atOnce } from '../../../src/protocol/wire/parseJson';
import { leastOf, msOf } from '../../support/cpu';

/* What the log says of links that were all made to one file, each in a run of its own. */

test('ten thousand links to one file take a time that grows with their number', () => {
	const logged = Array.from({ length: 10_000 }, (_, at) => ({ hash: 'h', names: ['Ann', 'ann@example.com'], at }));
	const entry = { filename: 'a.txt', fullpath: 'a.txt', isFolder: false, filesize: 1 };
	const open = logged.map((_, at) => ({ code: `c${at}`, fullpath: 'a.txt', filename: 'a.txt', filesize: 1 }));
	const work = () => {
		const found = atOnce(findLogged(logged, new Map([['h', entry]]), open));
		const loggedFor = (link: object) => found.get(link as (typeof open)[number]) ?? [];
		const matchOf = compileLinkFilter({ createdBy: 'ann', createdAfter: '1' }, 1, loggedFor);
		const columnsOf = oncePerMakings(makingColumns);
		const made = open.map((link) => [columnsOf(loggedFor(link)).created_by, matchOf(link).wanted]);
		expect([made.length, made[0]]).toEqual([10_000, ['Ann', true]]);
	};
	expect(leastOf(() => msOf(work), 500)).toBeLessThan(500);
});
