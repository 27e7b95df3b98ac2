import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const REQUEST = 'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost -days 2'.split(
	' ',
);

/** Creates a self-signed certificate with openssl; throws where that is missing. */
export function newCertificate(): { key: Buffer; cert: Buffer } {
	const folder = mkdtempSync(join(tmpdir(), 'bench-tls-'));
	const [key, cert] = [join(folder, 'key'), join(folder, 'cert')];
	execFileSync('openssl', [...REQUEST, '-keyout', key, '-out', cert], { stdio: 'ignore' });
	return { key: readFileSync(key), cert: readFileSync(cert) };
}
