import type { Caller } from './call';

/** The same caller with some things changed. Its account stays the newest one of `caller`. */
export const variantOf = (caller: Caller, changes: Partial<Omit<Caller, 'account'>>): Caller => ({
	...caller,
	get account() {
		return caller.account;
	},
	...changes,
});
