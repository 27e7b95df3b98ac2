import { triggers } from '../../contract/reference';
import { runs } from '../../support/runs';
import { by } from '../support/library';
import { quickTime } from '../support/quickTime';
import { SecretLab } from './secretLab';
import { settingsIn } from '../../support/pageSettings';
import { triggerNodes } from '../../contract/actionNodes';

/* The triggers, while the service repeats secrets: errors of polls, items, what is saved, pages, and the log. */

const SEED = Number(process.env.FEED_SEED ?? 1);
quickTime();
let lab: SecretLab;
const names = new Map<string, string>();
beforeAll(async () => {
	lab = await SecretLab.start(SEED);
	jest.spyOn(Math, 'random').mockReturnValue(0);
	for (const node of Object.values(triggerNodes)) names.set(node.description.name, lab.register(node));
});
afterAll(async () => await lab.close());

const exampleOf = (id: string): Record<string, unknown> => triggers().find((entry) => entry.node === id)?.example ?? {};
const BY_ENTERPRISE = { authentication: 'enterprise', library: by('id', '1') };

const POLLED = [
	['fileLibraryTrigger', {}, 'fileLibraryOrgApi'],
	['fileLibraryTrigger', { startFrom: 'beginning' }, 'fileLibraryOrgApi'],
	['fileLibraryTrigger', { startFrom: 'beginning', options: { downloadContent: true } }, 'fileLibraryOrgApi'],
	['fileLibraryTrigger', BY_ENTERPRISE, 'fileLibraryEnterpriseApi'],
	['fileLibraryActivityTrigger', {}, 'fileLibraryEnterpriseApi'],
] as const;

test.each(POLLED)('polls of %s %j', async (node, more, credential) => {
	for (const mode of ['trigger', 'manual'] as const)
		for (let n = 0; n < runs(4); n++) {
			const parameters = { ...exampleOf(node), ...more };
			const setup = { node: names.get(node) ?? '', parameters, credentials: lab.credentials() };
			const active = lab.engine.activate(setup);
			const plan = lab.drawPlan(n % 5, [credential]);
			lab.reset(plan);
			// The first poll remembers where it is; the others read on.
			for (let polls = 0; polls < 3; polls++) {
				// Signatures of an earlier poll are known to nobody any more.
				lab.service.sent.clear();
				const result = await active.poll({ mode }).catch((error: unknown) => error);
				const found = [
					...lab.findings([result, active.staticData()]),
					...(result instanceof Error ? lab.findingsPrinted(result) : []),
				];
				expect([plan.name, ...found]).toEqual([plan.name]);
			}
		}
});

test.each([
	['setup', {}, 'fileLibraryOrgApi'],
	['setup', BY_ENTERPRISE, 'fileLibraryEnterpriseApi'],
	['default', {}, 'fileLibraryOrgApi'],
] as const)('the preview page: %s %j', async (webhook, more, credential) => {
	const parameters = { ...exampleOf('fileLibraryPreviewTrigger'), ...more, options: { path: 'page' } };
	for (let n = 0; n < runs(8); n++) {
		const plan = lab.drawPlan(n % 3, [credential]);
		const setup = { parameters, credentials: lab.credentials(), nodeProps: { webhookId: 'w' } };
		lab.reset();
		const page = await lab.engine.webhook({
			...setup,
			node: names.get('fileLibraryPreviewTrigger') ?? '',
			webhook: 'setup',
		});
		const token = settingsIn(page.body).token;
		lab.reset(plan);
		const body = JSON.stringify({ token, renew: true });
		const result = await lab.engine.webhook({
			...setup,
			node: names.get('fileLibraryPreviewTrigger') ?? '',
			webhook,
			...(webhook === 'default' ? { body } : {}),
		});
		// A visitor is sent to the preview link, wherever the service says that it is.
		const shown = plan.name.startsWith('a good') ? { ...result, body: '', headers: {} } : result;
		const found = lab.findings(shown).filter((one) => !one.startsWith('previewKey'));
		expect([plan.name, ...found]).toEqual([plan.name]);
	}
});
