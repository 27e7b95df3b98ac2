import type { Numeric } from '../../wire/json';

/* What the requests of an upload answer. */

/** What create_file says of the file to come. */
export type UploadTicket = Readonly<{
	hash: string;
	/** The final path: the service may have added a number to the name (G34). */
	fullpath: string;
	/** 1: the service has the content already and nothing needs to be sent (client facts 5.10). */
	state: Numeric;
	/** Upload server, several separated by commas, or a list of them; with or without scheme (C05). */
	server?: string | readonly string[];
}>;

/** A session at an upload server. Its ID is a secret. */
export type UploadSession = Readonly<{ session: string }>;

/** A file after a web upload. `filesize` in bytes. */
export type WebUploadedFile = Readonly<{ hash: string; fullpath: string; filesize: Numeric }>;
