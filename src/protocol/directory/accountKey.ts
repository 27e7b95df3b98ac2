/**
 * What an account or email address is compared by. Assumption: services take them without regard to case and to blanks
 * around them, so that two spellings are one person, and taking a spelling for another person would not be safe.
 */
export const accountKey = (account: string): string => account.trim().normalize('NFC').toLowerCase();
