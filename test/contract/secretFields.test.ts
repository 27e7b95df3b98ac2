import { operationsByNode } from '../../src/entries';
import { contractOf } from './contract';
import { contractShape } from './contractShape';
import { outputSchema } from './outputSchemas';
import { reference, type OperationEntry } from './reference';
import { actionNodes } from './actionNodes';

/* What n8n hides in executions: every secret of the contract's answers, and nothing that people need to see. */

/** Names that sound like a secret, or like a link that may be signed. */
const SUSPICIOUS = /secret|token|passw|key|sign|ticket|session|auth|code|ur[il]|link|preview|thumb|m-upload|server/i;

/** Fields that sound like a secret and are none, by `node.field` or `id.field`. */
const HARMLESS: Readonly<Record<string, string>> = {
	'libraryFileLink.link': 'made to be handed to people; a hidden link could not be copied from the editor',
	'libraryFileLink.code': 'closes the link, with a signature only',
	'libraryFileLink.has_password': 'whether there is one',
	'libraryFileLinks.link': 'as of Create',
	'libraryFileLinks.auth': 'what the link allows',
	'libraryFileLinks.code': 'as of Create',
	'libraryFileLinks.password': 'whether there is one: 1 or 0',
	'libraryFileLinks.has_password': 'whether there is one',
	'libraryFileLinks.hasPassword': 'whether there is one',
	'libraryFileLinkCloseMany.link': 'as of Create; it is about to be closed',
	'libraryFileLinkCloseMany.links': 'a number',
	'libraryFileLinkCloseMany.code': 'as of Create',
	'libraryFileLinkCloseMany.has_password': 'whether there is one',
	'libraryFileLinkCloseMany.password': 'whether there is one: 1 or 0',
	'libraryFileUploadServers.m-upload': 'addresses of servers',
	'libraryFileUploadServers.server': 'the address of a server',
	'libraryFileUploadServers.servers': 'addresses of servers',
	'userFileUploadServer.server': 'the address of a server',
	'tokenIssue.refresh_expires_in': 'a number of seconds',
	'partnerEntDailyStats.link_downloaded': 'bytes of traffic',
	'partnerEntDailyStats.link': 'bytes of traffic',
	'partnerEntDailyStats.preview': 'bytes of traffic',
	'partnerEntDailyStats.previewed': 'bytes of traffic',
	'libraryFileSetMetadata.key': 'the name of a metadata field',
	'libraryFileDeleteMetadata.key': 'the name of a metadata field',
	'*.org_logo_url': 'a public picture',
	'*.logo_url': 'a public picture',
	'*.group_code': 'the code of a department',
};

const entries = reference();
const last = (at: string): string =>
	at
		.split('.')
		.at(-1)
		?.replace(/[[\]{}]+$/, '') ?? '';

/** The fields of the contract's answer, and of the items that come out. */
function fieldsOf(entry: OperationEntry): string[] {
	const answers = operationsByNode[entry.node]?.some(({ id, covers }) => id === entry.id && !covers);
	const shape = answers ? contractShape(contractOf(entry.id)) : undefined;
	const items = Object.keys(outputSchema(entry)?.properties ?? {});
	return [...new Set([...[...(shape?.keys() ?? [])].map(last), ...items])];
}

const secretsOf = ({ id, node }: OperationEntry): readonly string[] =>
	operationsByNode[node]?.find((op) => op.id === id)?.secrets ?? [];

test.each(entries)('$id declares its secrets, or says why a field is none', (entry) => {
	const open = fieldsOf(entry)
		.filter((field) => SUSPICIOUS.test(field) && !secretsOf(entry).includes(field))
		.filter((field) => !(`${entry.id}.${field}` in HARMLESS) && !(`*.${field}` in HARMLESS));
	expect(open).toEqual([]);
});

test.each(entries.filter((entry) => secretsOf(entry).length > 0))('$id has the secrets it declares', (entry) => {
	expect(fieldsOf(entry)).toEqual(expect.arrayContaining([...secretsOf(entry)]));
});

/** By hand: what opens something to whoever reads it. */
const SECRETS: Readonly<Record<string, readonly string[]>> = {
	fileLibrary: ['key', 'link', 'preview', 'thumbnail', 'uri', 'url', 'urls'],
	fileLibraryAdmin: ['access_token', 'org_client_secret', 'refresh_token', 'svckey', 'url'],
	fileLibraryPartner: ['client_secret', 'password', 'url'],
	fileLibraryUser: ['preview', 'thumbnail', 'uris', 'url', 'urls'],
};

test.each(Object.entries(actionNodes))('n8n is told the secrets of %s', (name, { description }) => {
	expect(description.sensitiveOutputFields).toEqual(SECRETS[name]);
});

test('n8n hides nothing that people pass on but personal links, by whose name it hides all links', () => {
	const hidden = Object.values(actionNodes).flatMap(({ description }) => description.sensitiveOutputFields ?? []);
	expect(hidden.filter((field) => ['code', 'fullpath', 'hash', 'filename'].includes(field))).toEqual([]);
});
