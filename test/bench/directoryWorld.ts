/* A directory that is made up: what the emulator has, and what the input describes. */

/** How large the directory is that the service has. */
export interface DirectoryWorld {
	readonly members: number;
	readonly departments: number;
}

/** Departments with ten departments each, down to the last one. */
export const departmentOf = (n: number) => ({
	type: 'department',
	outId: `dept-${n}`,
	name: `Department ${n}`,
	parentOutId: n < 10 ? '' : `dept-${Math.floor(n / 10) - 1}`,
});

/** A member with all usual fields, in one of so many departments. */
export const memberOf = (n: number, departments: number) => ({
	type: 'member',
	outId: `emp-${n}`,
	name: `Person ${n}`,
	account: `person.${n}@example.com`,
	email: `person.${n}@example.com`,
	phone: '+1 555 0100',
	title: 'Engineer',
	departmentOutIds: [`dept-${n % departments}`],
});
