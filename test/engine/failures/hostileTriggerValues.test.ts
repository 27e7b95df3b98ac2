import type { INodeType } from 'n8n-workflow';
import type { Emulator } from '../../emulator';
import { FILE, PreviewSetup } from '../triggers/previewSetup';
import { Activities } from '../support/activities';
import { formFields, type FormField } from '../support/formFields';
import { NONSENSE as EVERY } from '../support/hostileValues';
import { by, withValue } from '../support/library';
import { someCases } from '../../support/runs';
import type { Activation } from '../support/engine';
import { errorOf, Triggers } from '../support/triggers';
import { triggerNodes } from '../../contract/actionNodes';
import { opened } from '../support/world';

/* Nonsense in every field of the triggers, in every mode: refused with the field's name, and nothing is sent. */

/** n8n copies parameters in a way that turns a date into text, and one that is none into nothing. */
const NONSENSE = EVERY.filter(([, value]) => !(value instanceof Date));

type Client = { readonly emulator: Emulator };
type Parameters = Record<string, unknown>;

let triggers: Triggers;
let activities: Activities;
let preview: PreviewSetup;
beforeAll(async () => {
	triggers = await Triggers.start(await Triggers.engine());
	activities = await Activities.start(await Activities.engine());
	preview = await opened(new PreviewSetup());
});
afterAll(async () => {
	await triggers.close();
	await activities.close();
	await preview.close();
});

/** What contains other fields, and of which n8n itself makes nothing else. */
const CONTAINERS = ['collection', 'fixedCollection'];

/** A field of a trigger's form, and a mode of it where it is a locator. */
type Place = readonly [name: string, field: FormField, mode: string | undefined];

const placesOf = ({ description }: INodeType, left: readonly string[]): Place[] =>
	formFields(description.properties, '', '')
		.filter(({ type, path }) => !CONTAINERS.includes(type) && !left.includes(path))
		.flatMap((field): Place[] =>
			field.type === 'resourceLocator'
				? field.modes.map((mode): Place => [`${field.path} (${mode})`, field, mode])
				: [[field.path, field, undefined]],
		);

/** A field of earlier versions is shown where a workflow has it, which n8n does not say of a list of nothing. */
const isFormer = ({ shownWith }: FormField): boolean => JSON.stringify(shownWith).includes('_cnd');
const isListOfNothing = (value: unknown): boolean => JSON.stringify(value) === '[null]';

/** What is entered in a field: in `npm test` three values, which its path chooses. */
const someNonsense = (field: FormField) => {
	const all = NONSENSE.filter(([, value]) => !isFormer(field) || !isListOfNothing(value));
	return [...new Set([0, 5, 10].flatMap((more) => someCases(all, field.path.length + more)))];
};

/** The parameters with each nonsense in one field, which is shown. */
const wrongParameters = (
	field: FormField,
	mode: string | undefined,
	others: Parameters,
): Array<readonly [string, Parameters]> =>
	someNonsense(field).map(([name, value]) => {
		const shown = Object.entries(field.shownWith).reduce(
			(all, [key, chosen]) => withValue(all, key, chosen),
			others,
		);
		return [name, withValue(shown, field.path, mode === undefined ? value : by(mode, value))];
	});

/** What an error calls a field: its label in the form without what it means when empty. */
const called = (label: string): string => label.replace(/ \(Empty: .*\)$/, '').replace(/[()]/g, '\\$&');
const nameOf = ({ label, inside }: FormField): RegExp => {
	const container = inside === undefined ? '' : `(${called(inside)}, row 1[:,] )?`;
	return new RegExp(`^${container}${called(label)}(, row \\d+)?[: ]`);
};

/** Polls a trigger with each nonsense in one field. */
async function refuses(
	{ client, activate }: { client: Client; activate(parameters: Parameters): Activation },
	others: Parameters,
	[, field, mode]: Place,
): Promise<void> {
	const before = client.emulator.requests.length;
	for (const [name, parameters] of wrongParameters(field, mode, others)) {
		const { message, description } = await errorOf(activate(parameters).poll());
		expect([name, message]).toEqual([name, expect.stringMatching(nameOf(field))]);
		expect(message).not.toMatch(/[\p{Cc}\p{Cs}]/u);
		expect(description).toMatch(/\w{3}/);
	}
	expect(client.emulator.requests.slice(before)).toEqual([]);
}

test.each(placesOf(triggerNodes.fileLibraryTrigger, ['pollTimes']))('File Library Trigger: %s', async (...place) => {
	const activate = (parameters: Parameters) => triggers.activate(parameters);
	const others = { events: ['any'], startFrom: 'now', options: { downloadContent: true } };
	await refuses({ client: triggers.client, activate }, others, place);
});

test.each(placesOf(triggerNodes.fileLibraryActivityTrigger, ['pollTimes']))(
	'File Library Activity Trigger: %s',
	async (...place) => {
		const activate = (parameters: Parameters) => activities.activate(parameters);
		const others = { events: ['anyInLibraries'], startFrom: 'now' };
		await refuses({ client: activities.client, activate }, others, place);
	},
);

/** n8n reads the path of the page, and the node whether it has a sandbox: anything but "false" is the safe answer. */
const LEFT = ['options.path', 'options.sandbox'];
/** What counts only while the page shows annotations. */
const ANNOTATED = ['options.annotator', 'options.annotationRights'];

test.each(placesOf(triggerNodes.fileLibraryPreviewTrigger, LEFT))(
	'File Library Preview Trigger: %s',
	async (_name, field, mode) => {
		const before = preview.emulator.requests.length;
		const others = ANNOTATED.includes(field.path) ? { ...FILE, options: { annotation: 'on' } } : FILE;
		for (const [name, parameters] of wrongParameters(field, mode, others)) {
			const { status, body, log } = await preview.page(parameters);
			expect([name, status]).toEqual([name, 500]);
			expect(log.join()).toContain(`shown: ${field.label}`);
			expect(body).toContain('not set up correctly');
		}
		expect(preview.emulator.requests.slice(before)).toEqual([]);
	},
);
