import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Login } from './restClient';

/** The login kept in `file`, made with a random password at the first start; readable by its owner only. */
export function localLogin(file: string): Login {
	if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Login;
	const login = newLogin();
	writeFileSync(file, `${JSON.stringify(login, null, '\t')}\n`, { mode: 0o600 });
	return login;
}

/** A login with a random password; the ending satisfies n8n's rule of a capital letter and a digit. */
export function newLogin(): Login {
	return { email: 'owner@example.com', password: `${randomBytes(9).toString('base64url')}A1` };
}
