import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const REQUEST =
	'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=localhost -days 2 ' +
	'-addext subjectAltName=IP:127.0.0.1';

/** A key, its certificate, and the file of the certificate: it is its own authority. */
export interface OwnCertificate {
	readonly key: Buffer;
	readonly cert: Buffer;
	readonly file: string;
}

/** Creates a self-signed certificate of 127.0.0.1 with openssl; throws where that is missing. */
export function newCertificate(): OwnCertificate {
	const folder = mkdtempSync(join(tmpdir(), 'bench-tls-'));
	const [key, file] = [join(folder, 'key'), join(folder, 'cert')];
	execFileSync('openssl', [...REQUEST.split(' '), '-keyout', key, '-out', file], { stdio: 'ignore' });
	return { key: readFileSync(key), cert: readFileSync(file), file };
}
