import { pages } from '../../../src/client/service/paging';
import { lists } from '../../../src/protocol/operation/define';
import { callerWith, scriptedHttp, fieldsOf } from '../../support/ports';
import { changingList } from './changingList';
test('x', async () => {
	const h: any = {"length":9,"changes":[[],[{"kind":"delete","at":0}],[{"kind":"create","at":0},{"kind":"create","at":0}],[{"kind":"create","at":0},{"kind":"delete","at":0},{"kind":"delete","at":0}],[{"kind":"delete","at":0}]],"count":"none","cap":3};
	const list = changingList(h); const out: any[] = [];
	const http = scriptedHttp((r) => { const a = list.reply(r); console.log(fieldsOf(r).start, JSON.stringify(a.body)); return a; });
	for await (const e of pages(callerWith(http), { id: 'x', route: 'POST /x', credential: 'org', repeatable: true, output: lists<any>(), paging: { kind: 'offset', pageSize: 3, identity: ['hash'] } }, {})) out.push(e.hash);
	console.log(out.join());
});
