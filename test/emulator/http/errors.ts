import type { Json } from './json';

/** fact, error codes: the codes the emulator answers. fact 3.2: their first three digits are the HTTP status. */
export const codes = {
	wrongAddress: 40001,
	parameter: 40003,
	intoOwnSubfolder: 40013,
	noPreview: 40017,
	noStoragePoint: 40051,
	accountTaken: 40093,
	tokenInvalid: 40101,
	tokenExpired: 40102,
	clientUnknown: 40103,
	signature: 401041,
	timeout: 40106,
	forbidden: 403,
	barred: 40302,
	noPermission: 40310,
	noLibraryPermission: 40311,
	libraryFull: 40321,
	notFound: 404,
	libraryUnknown: 40401,
	fileMissing: 40402,
	memberUnknown: 40406,
	groupUnknown: 40407,
	enterpriseUnknown: 40410,
	accountUnknown: 40420,
	method: 405,
	internal: 500,
} as const;

/** An error answer of the service. fact 3.1: `{error_code, error_msg}` with an HTTP status of 400 or above. */
export class ServiceFailure extends Error {
	readonly status: number;

	/** Pass `status` only where the code does not begin with it, as on the upload host. */
	constructor(
		readonly code: number,
		message: string,
		readonly extra: Record<string, Json> = {},
		status?: number | undefined,
	) {
		super(message);
		this.status = status ?? Number(String(code).slice(0, 3));
	}

	body(): Json {
		return { error_code: this.code, error_msg: this.message, ...this.extra };
	}
}

/** fact, error codes: 40003 is "parameter error". assumed: the message always names the parameter. */
export function badParameter(name: string, reason: string): ServiceFailure {
	return new ServiceFailure(codes.parameter, `parameter '${name}' ${reason}`);
}

/** fact, error codes: 40402 is "file/folder missing or deleted". */
export function missing(fullpath: string): ServiceFailure {
	return new ServiceFailure(codes.fileMissing, `file or folder '${fullpath}' does not exist`);
}
