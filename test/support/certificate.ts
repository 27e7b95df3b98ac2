import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A private key and its certificate in PEM form, which is its own authority. */
export interface Certificate {
	readonly key: Buffer;
	readonly cert: Buffer;
	/** The file with the certificate, for a program that is to trust it. */
	readonly file: string;
}

/** A new certificate of the loopback addresses that no machine trusts. Throws where openssl is missing. */
export function untrustedCertificate(): Certificate {
	const folder = mkdtempSync(join(tmpdir(), 'tls-'));
	const [key, file] = [join(folder, 'key'), join(folder, 'cert')];
	const algorithm = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
	const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1,IP:127.0.0.2'];
	execFileSync('openssl', ['req', '-x509', ...algorithm, ...names, '-days', '2', '-keyout', key, '-out', file], {
		stdio: 'ignore',
	});
	return { key: readFileSync(key), cert: readFileSync(file), file };
}
