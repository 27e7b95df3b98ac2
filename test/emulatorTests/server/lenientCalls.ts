import type { Answer } from '../answer';
import type { EnterpriseTestClient } from '../enterpriseTestClient';
import { signFields, type Fields } from '../signing';
import { sha1 } from '../../support/hashes';
import { signed } from '../testClient';

/* Calls by any method and without what public clients leave out. */

/** The library that the signed-on member owns. */
export const company = { mount_id: 2101 };

/** The fields of create_file. */
export const announced = (fullpath: string, content = fullpath): Fields => ({
	fullpath,
	filehash: sha1(content),
	filesize: content.length,
});

/** A library operation that signs all of its parameters. */
export const libraryBy = (
	client: EnterpriseTestClient,
	name: string,
	fields: Fields,
	method = 'POST',
): Promise<Answer> => client.send(`/m-open/1/file/${name}`, signed(fields, client.emulator.library), method);

/** A user operation, without dateline. */
export const memberBy = (client: EnterpriseTestClient, method: string, name: string, fields: Fields): Promise<Answer> =>
	client.send(
		`/m-api/${name}`,
		signFields({ token: client.token, ...fields }, client.emulator.enterprise.clientSecret),
		method,
	);
