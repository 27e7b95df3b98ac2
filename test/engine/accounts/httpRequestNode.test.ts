import type { INodeExecutionData, INodeType } from 'n8n-workflow';
import { nodes, storedIn, TYPE } from '../support/nodes';

/* n8n's HTTP Request node with the credential of a person. */

const person = nodes({ service: 'strict', as: 'user' });

/** Sends requests as that node does: by the current helper, and by the legacy one. */
const requester: INodeType = {
	description: {
		displayName: 'Requester',
		name: 'requester',
		group: [],
		version: 1,
		description: '',
		defaults: {},
		inputs: ['main'],
		outputs: ['main'],
		credentials: [{ name: TYPE }],
		properties: [{ displayName: 'Legacy', name: 'legacy', type: 'boolean', default: false }],
	},
	async execute() {
		const address = `${person.server.url}/m-api/1/file/ls`;
		const answer: unknown =
			this.getNodeParameter('legacy', 0) === true
				? await this.helpers.requestWithAuthentication.call(this, TYPE, {
						method: 'GET',
						uri: address,
						qs: { mount_id: 7 },
						json: true,
					})
				: await this.helpers.httpRequestWithAuthentication.call(this, TYPE, {
						method: 'GET',
						url: address,
						qs: { mount_id: 7 },
					});
		return [[{ json: answer as INodeExecutionData['json'] }]];
	},
};

test.each([false, true])(
	'signed with a token that n8n obtains, stores and renews (legacy helper: %s)',
	async (legacy) => {
		const asker = person.engine.register(requester);
		const credentials = person.credential();
		const ask = async () => await person.engine.run({ node: asker, parameters: { legacy }, credentials });
		expect([(await ask()).error, (await ask()).error]).toEqual([undefined, undefined]);
		expect(person.server.grants()).toEqual(['password']);
		person.server.account.expire();
		expect((await ask()).error).toBeUndefined();
		expect(person.server.grants()).toEqual(['password', 'refresh_token']);
		expect(person.server.sent('userFileList')).toHaveLength(4);
	},
);

test.each([false, true])(
	'a token from before the credential was edited is not sent: n8n obtains another (legacy helper: %s)',
	async (legacy) => {
		const asker = person.engine.register(requester);
		const stored = person.credential();
		await person.engine.run({ node: asker, parameters: { legacy }, credentials: stored });
		const { accessToken, tokenFor } = storedIn(stored);
		const credentials = person.credential({ accessToken, tokenFor, username: 'somebody.else' });
		await person.engine.run({ node: asker, parameters: { legacy }, credentials });
		const sent = person.server.sent('userFileList');
		expect(sent).toHaveLength(1);
		expect(sent[0]?.token).toBe(accessToken);
		expect(person.server.sent('tokenIssue').at(-1)?.username).toBe('somebody.else');
	},
);
