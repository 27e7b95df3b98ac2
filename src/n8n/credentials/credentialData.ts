import type { ICredentialDataDecryptedObject } from 'n8n-workflow';
import { inputError } from '../../protocol/wire/libraryError';

/** A field of a credential as text, without blanks around it. Throws inputError, naming the field, when it is empty. */
export const requiredField = (data: ICredentialDataDecryptedObject, name: string, label: string): string =>
	requiredSecret(data, name, label).trim();

/** The same exactly as entered: a password may start or end with a blank. */
export function requiredSecret(data: ICredentialDataDecryptedObject, name: string, label: string): string {
	const value = String(data[name] ?? '');
	if (value.trim() === '')
		throw inputError(label, 'is missing in the credential', 'Open the credential and fill in this field.');
	return value;
}

/** Prefix of the deployment in header and event names; `svc` where none is entered. */
export const vendorPrefixOf = (data: ICredentialDataDecryptedObject): string =>
	String(data.vendorPrefix ?? '').trim() || 'svc';
