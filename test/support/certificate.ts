import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A private key and a certificate of localhost that no machine trusts, in PEM form. */
export function untrustedCertificate(): { key: Buffer; cert: Buffer } {
	const folder = mkdtempSync(join(tmpdir(), 'tls-'));
	const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
	const algorithm = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
	const subject = ['-subj', '/CN=localhost', '-days', '2'];
	execFileSync('openssl', ['req', '-x509', ...algorithm, ...subject, '-keyout', key, '-out', cert], {
		stdio: 'ignore',
	});
	return { key: readFileSync(key), cert: readFileSync(cert) };
}
