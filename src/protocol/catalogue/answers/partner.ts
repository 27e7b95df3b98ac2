/* Enterprises as their partner sees them. */

/** A new enterprise. Account and password come only here, and only when an account was asked for (J05). */
export type CreatedEnterprise = {
	id: number;
	/** End of the trial, Unix seconds. */
	end_dateline: number;
	account?: string;
	/** A secret. */
	password?: string;
};

/** Limits and usage of an enterprise. */
export type Enterprise = {
	id: number;
	name: string;
	/** 1 trial, 0 paid. */
	trial: number;
	/** Unix seconds. */
	end_dateline: number;
	member_limit: number;
	member_count: number;
	/** Bytes. */
	space: number;
	/** Bytes in use. */
	size: number;
};

/** An enterprise in the partner's list. */
export type EnterpriseEntry = Enterprise & {
	/** ID in the partner's own system. */
	out_id: string;
	account?: string;
};

/** The client of an enterprise, for the enterprise credential. The secret is the enterprise's signing key. */
export type EnterpriseClient = { client_id: string; client_secret: string };

/** The traffic of one day, in bytes. */
export type DailyTraffic = {
	/** YYYY-MM-DD. */
	date: string;
	/** Regular downloads. */
	download: number;
	/** Downloads by external links. */
	link: number;
	preview: number;
};
