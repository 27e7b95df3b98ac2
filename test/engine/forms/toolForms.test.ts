import { NodeHelpers, type INodeProperties, type INodeTypeDescription } from 'n8n-workflow';
import { catalogue } from '../../../src/entries';
import { cautionsOf, type AnyOperation } from '../../../src/protocol/operation/define';
import { actionNodes } from '../../contract/actionNodes';

/* What only the form of a tool shows: the description for the model, and the switches of its owner. */

const asksFor = (op: AnyOperation, caution: string): boolean => cautionsOf(op).some(({ kind }) => kind === caution);

/** The node of each credential. */
const FORM_OF = {
	org: 'fileLibrary',
	token: 'fileLibraryUser',
	enterprise: 'fileLibraryAdmin',
	partner: 'fileLibraryPartner',
} as const;

describe('the form of a tool', () => {
	const forms = Object.values(actionNodes).map(({ description }) => description);
	/** The properties that n8n shows for an operation of a node, or of the tool of it. */
	const shownOf = (description: INodeTypeDescription, resource: string, operation: string, tool: boolean) => {
		const type = { ...description, name: `${description.name}${tool ? 'Tool' : ''}` };
		const position: [number, number] = [0, 0];
		const node = { id: '', name: 'N', type: type.name, typeVersion: 1, position, parameters: {} };
		return description.properties.filter((property: INodeProperties) =>
			NodeHelpers.displayParameter({ resource, operation }, property, node, type),
		);
	};
	const operations = forms.flatMap((form) =>
		form.properties
			.filter(({ name }) => name === 'operation')
			.flatMap(({ displayOptions, options }) =>
				(options ?? []).map((option) => {
					const resource = String(displayOptions?.show?.resource?.[0]);
					return [form.name, resource, String('value' in option ? option.value : ''), form] as const;
				}),
			),
	);

	test.each(operations)('%s %s %s has a description of its own', (_node, resource, operation, form) => {
		const inTool = shownOf(form, resource, operation, true);
		const descriptions = inTool.filter(({ name }) => name === 'toolDescription');
		expect(descriptions).toHaveLength(1);
		const said = String(descriptions[0]?.default);
		expect(said).toMatch(/^[A-Z][^]{12,}\.$/);
		expect(said).toContain('File Library');
		expect(said).not.toMatch(/\.\.|File Library.*\b(in|of) File Library/);
		const inNode = shownOf(form, resource, operation, false).map(({ name }) => name);
		expect(inNode.filter((name) => /^(tool|allow)/.test(name))).toEqual([]);
	});

	test.each(catalogue.filter(({ caution }) => caution).map((op) => [op.id, op] as const))(
		'%s has a switch that is off and that no expression can turn on, a notice, and tells the model',
		(_id, op) => {
			const { description: form } = actionNodes[FORM_OF[op.credential as keyof typeof FORM_OF]];
			const inTool = shownOf(form, op.resource, op.operation, true);
			const allow = inTool.filter(({ name, type }) => name.startsWith('allow') && type === 'boolean');
			expect(allow).toHaveLength(cautionsOf(op).length);
			for (const one of allow) expect(one).toMatchObject({ default: false, noDataExpression: true });
			expect(inTool.some(({ type }) => type === 'notice')).toBe(true);
			const told = inTool.find(({ name }) => name === 'toolDescription')?.default;
			expect(told).toMatch(/(Needs|May need) Allow [A-Z]\w+( [A-Z]\w+)?\.$/);
		},
	);

	test('what declares secret fields asks for caution, apart from links to files, which are for sharing', () => {
		const isLink = (field: string): boolean => /ur[il]|link|thumb|preview/.test(field);
		const secret = catalogue.filter(({ secrets = [] }) => secrets.some((field) => !isLink(field)));
		expect(secret.length).toBeGreaterThan(5);
		expect(secret.filter((op) => !asksFor(op, 'secret')).map(({ id }) => id)).toEqual([]);
	});

	test('what has the option to delete permanently asks for caution', () => {
		const final = catalogue.filter(({ input }) => 'destroy' in input);
		expect(final.length).toBeGreaterThan(2);
		expect(final.filter((op) => !asksFor(op, 'permanent')).map(({ id }) => id)).toEqual([]);
	});

	test('caution is declared for everything that deletes for good, costs money or returns a secret', () => {
		const ids = catalogue.filter(({ caution }) => caution).map(({ id }) => id);
		// The document: what it calls permanent, what orders, and what answers a key, a secret, a token or a password.
		const sure = ['libraryFileDelete', 'libraryFileDeleteCompletely', 'orgDestroy'];
		expect(ids).toEqual(expect.arrayContaining([...sure, 'directorySynchronize', 'partnerCreateEnt']));
		const secret = /\bsecret|\bkey for|login (url|link)|access token|upload key|cannot be undone|permanently/i;
		const suspicious = catalogue.filter(({ action, summary }) => secret.test(`${action} ${summary}`));
		expect(suspicious.filter(({ caution }) => !caution).map(({ id }) => id)).toEqual([]);
	});
});
