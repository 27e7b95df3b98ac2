import type { Numeric } from '../../wire/json';

/* Libraries of an enterprise. Sizes are bytes. */

/** IDs of a new library. */
export type LibraryIds = { org_id: number; mount_id: number };

/** A library in a list. */
export type LibraryEntry = LibraryIds & {
	org_name: string;
	org_logo_url: string;
	/** -1 unlimited. */
	size_org_total: number;
	size_org_use: number;
	/** Member ID; 0 is no owner. */
	owner_id: number;
};

/** One library. */
export type LibraryInfo = LibraryEntry & { file_count: number; dir_count: number };

/** A personal library; only its size comes before it is initialized (F03). */
export type PersonalLibrary = Partial<Omit<LibraryInfo, 'owner_id'>> & Pick<LibraryInfo, 'size_org_total'>;

/** A record that the service wraps. */
export type InInfo<T> = { info: T };

/** The authorization of a library. The secret opens all its files. */
export type LibraryAuthorization = { org_client_id: string; org_client_secret: string };

/** Capacity and usage of a library. */
export type LibraryStatistics = LibraryIds & {
	org_name: string;
	capacity: number;
	size: number;
	/** Size of the recycle bin. */
	size_recycle: number;
	/** Files only, no folders. */
	count_file: number;
	storage_point: string;
};

/** A member of a library. */
export type LibraryMember = {
	member_id: Numeric;
	out_id: string;
	account: string;
	member_name: string;
	member_email: string;
	/** Meaning not shown (F09). */
	state: Numeric;
	role_id: number;
};

/** A department that takes part in a library. */
export type LibraryDepartment = { id: number; name: string; role_id: number };
