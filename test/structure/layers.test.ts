import { ESLint } from 'eslint';
import { circlesIn, importGraph, ROOT, sourcesIn } from './imports';

/* The rules on imports (eslint.layers.mjs) can fail: each row is a planted violation. `npx eslint .` holds them. */

let eslint: ESLint;
beforeAll(async () => {
	// Not import(), which a test has only as a promise of Node.js itself.
	const { layers } = (await eval("import('../../eslint.layers.mjs')")) as {
		layers: ESLint.Options['overrideConfig'];
	};
	eslint = new ESLint({ cwd: ROOT, overrideConfigFile: true, overrideConfig: layers ?? [] });
});

const rulesBroken = async (file: string, source: string): Promise<Array<string | null>> => {
	const [result] = await eslint.lintText(`${source}\n`, { filePath: file });
	return [...new Set((result?.messages ?? []).map(({ ruleId }) => ruleId))];
};

test.each([
	['src/protocol/wire/sign.ts', "import { readFileSync } from 'node:fs';"],
	['src/protocol/wire/sign.ts', "import type { Caller } from '../../client/service/call';"],
	['src/protocol/wire/sign.ts', "export * from '../../n8n/execute/run';"],
	['src/protocol/wire/sign.ts', "import { planMirror } from '../../features/mirror/plan';"],
	['src/protocol/catalogue/libraryFiles.ts', "import { catalogue } from '../../entries';"],
	['src/client/service/call.ts', "import { Agent } from 'undici';"],
	['src/client/service/call.ts', "import { run } from '../../n8n/execute/run';"],
	['src/client/service/call.ts', "import { fileHistory } from '../../features/versions/work';"],
	['src/n8n/execute/run.ts', "import fs from 'node:fs';"],
	['src/n8n/execute/run.ts', "import { handlers } from '../../features/mirror';"],
	['src/n8n/execute/run.ts', "import { handlerOf } from '../../handlers';"],
	['src/n8n/execute/run.ts', "import { reference } from '../../tools/reference';"],
	['src/n8n/execute/run.ts', "import { step } from '../../../dev/process/progress';"],
	['src/features/mirror/entries.ts', "import { compareSides } from './work/compareSides';"],
	['src/features/mirror/plan/planMirror.ts', "import { call } from '../../../client/service/call';"],
	['src/features/mirror/work/mirrorSide.ts', "import { handlers } from '../handler';"],
	['src/features/mirror/work/mirrorSide.ts', "import type { IDataObject } from 'n8n-workflow';"],
	['src/features/mirror/handler.ts', "import { closing } from '../links/work/links';"],
	['src/features/mirror/handler.ts', "import { Agent } from 'undici';"],
	['src/edition/full/transport.ts', "import axios from 'axios';"],
	['src/pages/frame.ts', "import { call } from '../client/service/call';"],
	['nodes/FileLibrary/FileLibrary.node.ts', "import { call } from '../../src/client/service/call';"],
	['nodes/FileLibrary/FileLibrary.node.ts', "import { handlers } from '../../src/features/mirror';"],
	['test/emulator/cli/main.ts', "import { sign } from '../../../src/protocol/wire/sign';"],
	['test/structure/layers.test.ts', "import { planMirror } from '../../src/features/mirror/plan/planMirror';"],
	['test/client/async/clock.test.ts', "import { reference } from '../../../src/tools/reference';"],
])('a planted import in %s is refused: %s', async (file, source) => {
	expect(await rulesBroken(file, source)).toHaveLength(1);
});

test.each([
	['src/edition/full/transport.ts', "import { Agent } from 'undici';\nimport net from 'node:net';"],
	[
		'src/features/mirror/handler.ts',
		"import { planMirror } from './plan/planMirror';\nimport * as v from '../versions/work';",
	],
	['src/features/mirror/entries.ts', "import { downloadZip } from '../zip/entries';"],
	['test/structure/layers.test.ts', "import { planMirror } from '#mirror/plan';"],
	['src/handlers.ts', "import { handlers } from './features/mirror';"],
])('allowed imports in %s pass', async (file, source) => {
	expect(await rulesBroken(file, source)).toEqual([]);
});

test.each(['src', 'test'])('no circle of files in %s', (folder) => {
	const files = [folder, 'nodes', 'credentials', 'src'].flatMap(sourcesIn);
	expect(circlesIn(importGraph([...new Set(files)]))).toEqual([]);
});

test('a planted circle is found', () => {
	const [http, call] = ['src/client/http/http.ts', 'src/client/service/call.ts'];
	const graph = new Map([
		[http, [call]],
		[call, [http]],
	]);
	expect(circlesIn(graph)).toEqual([[http, call]]);
});
