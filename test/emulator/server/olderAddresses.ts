import type { Parameters } from '../http/form';

/** fact 6.10: older names of partner operations. */
const renamed: Readonly<Record<string, string>> = {
	'/m-api/1/thirdparty/get_sso_url': '/m-api/1/thirdparty/ent_sso_url',
	'/m-api/1/thirdparty/get_token': '/m-api/1/thirdparty/get_client_id',
};

/**
 * The addresses of the interface that an older one may stand for. fact 2.6: where each family had a host of its own,
 * paths began with the version. assumed: a token tells the operations of both families apart.
 */
export function interfaceAddresses(path: string, parameters: Parameters): readonly string[] {
	if (!/^\/[12]\//.test(path)) return [renamed[path] ?? path];
	const both = [`/m-open${path}`, `/m-api${path}`];
	return parameters.has('token') ? both.reverse() : both;
}
