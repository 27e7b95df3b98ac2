import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { demoUser } from '../../test/emulator';
import type { Login } from './restClient';

/** The login stored in `file`; created there with a random password on first use, readable by its owner only. */
export function localLogin(file: string): Login {
	if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Login;
	const login = newLogin();
	writeFileSync(file, `${JSON.stringify(login, null, '\t')}\n`, { mode: 0o600 });
	return login;
}

/** A random login of a person whom the emulator knows too. n8n requires the capital letter and the digit at its end. */
export function newLogin(): Login {
	return { email: demoUser.account, password: `${randomBytes(9).toString('base64url')}A1` };
}
