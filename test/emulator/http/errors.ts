import type { Json } from './json';

/** fact 3.2 and the vendor's error table: the first three digits of a code are the HTTP status. */
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
	noFeature: 40306,
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

/** An answer of the service that says no: `{error_code, error_msg}` with an HTTP status of 400 or above (fact 3.1). */
export class ServiceFailure extends Error {
	readonly status: number;

	/** `status` is only given where it cannot be read off the code, as on the upload host. */
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

/** fact: 40003 is "parameter error"; the emulator always names the parameter (assumed). */
export function badParameter(name: string, reason: string): ServiceFailure {
	return new ServiceFailure(codes.parameter, `parameter '${name}' ${reason}`);
}

/** fact: 40402 is "file/folder missing or deleted". */
export function missing(fullpath: string): ServiceFailure {
	return new ServiceFailure(codes.fileMissing, `file or folder '${fullpath}' does not exist`);
}
