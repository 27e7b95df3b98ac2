import { randomBytes } from 'node:crypto';
import { filled, required } from '../../http/parameters';
import { logTypes } from '../../store/enterprise/managementLog';
import { enterpriseOperation } from '../operationsByCaller';
import { authorizedLibrary, libraryRef, oneLibrary, referredLibrary } from './references';

/** doc: one authorization for each client_id and library; later calls return the existing one. */
export const bind = enterpriseOperation('/m-open/1/org/bind', {
	params: { ...libraryRef, title: required(filled) },
	exactlyOne: oneLibrary,
	handle: (call) => {
		const { world, client, note, p } = call;
		const library = referredLibrary(call);
		const existing = [...world.authorizations.values()].find(
			(each) => each.library === library && each.boundBy === client.clientId,
		);
		if (existing) return { org_client_id: existing.orgClientId, org_client_secret: existing.orgClientSecret };
		const orgClientId = `o${randomBytes(9).toString('hex')}`;
		const orgClientSecret = randomBytes(16).toString('hex');
		world.authorize(orgClientId, orgClientSecret, library, client.clientId, p.title);
		note(logTypes.authorization, `authorized ${p.title} for library ${library.profile.name}`);
		return { org_client_id: orgClientId, org_client_secret: orgClientSecret };
	},
});

export const unbind = enterpriseOperation('/m-open/1/org/unbind', {
	params: { org_client_id: required(filled) },
	handle: ({ world, enterprise, note, p }) => {
		const library = authorizedLibrary(world, enterprise, p.org_client_id);
		world.authorizations.delete(p.org_client_id);
		note(logTypes.authorization, `ended authorization ${p.org_client_id} for library ${library.profile.name}`);
		return {};
	},
});
