import { LibraryError } from '../../protocol/wire/libraryError';

/** Pages in a row on which every entry was returned before, looking the same, after which a list is given up. */
export const MAX_REPEATED_PAGES = 10;

/** The error for a feed that repeats itself without an end. */
export const repeatingFeed = (): LibraryError =>
	new LibraryError(
		'protocol',
		`The updates feed has no end: all entries of its last ${MAX_REPEATED_PAGES} pages had been returned before`,
		{
			operation: 'libraryFileUpdates',
			hint: 'Report this to the operator of the service. With Limit, the beginning of the list can be read.',
		},
	);
