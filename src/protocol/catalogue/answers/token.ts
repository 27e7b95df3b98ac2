/* Sign-on and tokens: every field but an account is a secret. */

/** Tokens of a member. */
export type IssuedToken = {
	access_token: string;
	/** Seconds. */
	expires_in: number;
	/** Valid for 7 days. */
	refresh_token: string;
};

/** A key that is exchanged for a token once; deployments name it by their vendor prefix (client facts 4.3). */
export type SignOnKey = { svckey: string };
