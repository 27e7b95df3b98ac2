import type { ICredentialTestFunctions, INodeType } from 'n8n-workflow';
import { runs } from '../../support/runs';
import { by } from '../support/library';
import { quickTime } from '../support/quickTime';
import { SecretLab } from './secretLab';
import { actionNodes } from '../../contract/actionNodes';

/* What a person sees in the editor: lists of locators and tests of credentials, while the service repeats secrets. */

const SEED = Number(process.env.FEED_SEED ?? 1);
quickTime();
let lab: SecretLab;
const names = new Map<string, string>();
const NODES: ReadonlyArray<readonly [INodeType, string]> = [
	[actionNodes.fileLibrary, 'fileLibraryOrgApi'],
	[actionNodes.fileLibraryAdmin, 'fileLibraryEnterpriseApi'],
	[actionNodes.fileLibraryPartner, 'fileLibraryPartnerApi'],
	[actionNodes.fileLibraryUser, 'fileLibraryTokenApi'],
];
beforeAll(async () => {
	lab = await SecretLab.start(SEED);
	jest.spyOn(Math, 'random').mockReturnValue(0);
	for (const [node] of NODES) names.set(node.description.name, lab.register(node));
});
afterAll(async () => await lab.close());

const LISTS = NODES.flatMap(([node, credential]) =>
	Object.keys(node.methods?.listSearch ?? {}).flatMap((method) =>
		['libraryAuthorization', ...(node === actionNodes.fileLibrary ? ['enterprise'] : [])].map((authentication) => ({
			node: node.description.name,
			method,
			authentication,
			credential: authentication === 'enterprise' ? 'fileLibraryEnterpriseApi' : credential,
		})),
	),
);

test.each(LISTS)(
	'the list $method of $node ($authentication)',
	async ({ node, method, authentication, credential }) => {
		const library = by('id', '1');
		const file = by('path', 'Contracts/a.txt');
		const parameters = { authentication, library, file, sourceLibrary: library, targetLibrary: library };
		const search = async (): Promise<unknown> =>
			await lab.engine
				.search({
					node: names.get(node) ?? '',
					method,
					filter: 'a',
					parameters,
					credentials: lab.credentials(),
				})
				.catch((error: unknown) => error);
		lab.reset();
		await search();
		const requests = Math.min(lab.service.paths.length, 4);
		for (let from = 0; from < requests; from++)
			for (let n = 0; n < runs(2); n++) {
				const plan = lab.drawPlan(from, [credential]);
				lab.reset(plan);
				const result = await search();
				const found = [
					...lab.findings(result),
					...(result instanceof Error ? lab.findingsPrinted(result) : []),
				];
				expect([plan.name, ...found]).toEqual([plan.name]);
			}
	},
);

const TESTED = ['fileLibraryOrgApi', 'fileLibraryEnterpriseApi', 'fileLibraryPartnerApi'] as const;

test.each(TESTED)('the test of %s', async (type) => {
	const { CredentialTestContext } = await import('n8n-core');
	const [node] = NODES.find(([, credential]) => credential === type) ?? [];
	const { testedBy } = node?.description.credentials?.find(({ name }) => name === type) ?? {};
	const testCredential = node?.methods?.credentialTest?.[String(testedBy)];
	const context: ICredentialTestFunctions = new CredentialTestContext({} as never);
	for (let n = 0; n < runs(8); n++) {
		const plan = lab.drawPlan(0, [type]);
		lab.reset(plan);
		const data = lab.credentials()[type] ?? {};
		const result = await testCredential?.call(context, { id: '1', name: 'C', type, data });
		expect([plan.name, ...lab.findings(result)]).toEqual([plan.name]);
	}
});

test.each(['password', 'refreshToken', 'exchangeToken', 'signOnKey'])('obtaining a token by %s', async (grantType) => {
	const type = lab.engine.credentialTypes.get('fileLibraryTokenApi');
	for (let n = 0; n < runs(4); n++) {
		const plan = lab.drawPlan(n % 2, ['fileLibraryTokenApi']);
		lab.reset(plan);
		const data = lab.credentials({ grantType }).fileLibraryTokenApi ?? {};
		const asked = await askFor(type?.preAuthentication, data);
		const found = [...lab.findings(asked), ...(asked instanceof Error ? lab.findingsPrinted(asked) : [])];
		expect([plan.name, ...found]).toEqual([plan.name]);
	}
});

/** Asks for a token as n8n does, with a helper that shows the answer as n8n's own one does. */
async function askFor(
	ask: ((this: never, data: never) => Promise<object>) | undefined,
	data: object,
): Promise<unknown> {
	const helpers = {
		httpRequest: async ({ url, method, headers, body }: Record<string, string>) => {
			const answer = await fetch(url ?? '', { method, headers, body, redirect: 'manual' } as never);
			return {
				body: await answer.text(),
				headers: Object.fromEntries(answer.headers),
				statusCode: answer.status,
			};
		},
	};
	return await ask?.call({ helpers } as never, data as never).then(
		() => undefined,
		(error: unknown) => error,
	);
}
