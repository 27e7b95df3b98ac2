import { type OAuthClientProvider, UnauthorizedError } from '@modelcontextprotocol/sdk/client/auth.js';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { OAuthClientInformationMixed, OAuthTokens } from '@modelcontextprotocol/sdk/shared/auth.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { N8nUser } from './n8nUser';

/* An assistant that is connected to an MCP server, as people connect theirs: by address and sign-in. */

/** The sign-in of one assistant: it registers itself, and a person consents. */
class SignIn implements OAuthClientProvider {
	readonly redirectUrl = 'http://127.0.0.1:9/signed-in';
	readonly clientMetadata = {
		client_name: 'An assistant',
		redirect_uris: [this.redirectUrl],
		grant_types: ['authorization_code', 'refresh_token'],
		response_types: ['code'],
		token_endpoint_auth_method: 'none',
	};
	/** The page of n8n that asks the person. */
	page: URL | undefined;
	private known: OAuthClientInformationMixed | undefined;
	private obtained: OAuthTokens | undefined;
	private verifier = '';

	clientInformation = () => this.known;
	saveClientInformation = (information: OAuthClientInformationMixed) => void (this.known = information);
	tokens = () => this.obtained;
	saveTokens = (tokens: OAuthTokens) => void (this.obtained = tokens);
	redirectToAuthorization = (page: URL) => void (this.page = page);
	saveCodeVerifier = (verifier: string) => void (this.verifier = verifier);
	codeVerifier = () => this.verifier;
}

/** What a tool answered. */
export interface ToolAnswer {
	readonly isError: boolean;
	readonly text: string;
	/** The items of File Library, where it answered items. */
	readonly items: ReadonlyArray<Readonly<Record<string, unknown>>>;
}

/** An assistant after the sign-in. */
export interface Assistant {
	/** Names of the tools. */
	readonly tools: () => Promise<string[]>;
	readonly call: (name: string, args?: Record<string, unknown>) => Promise<ToolAnswer>;
	/** The token that n8n gave it for its person. */
	readonly token: string;
	/** The session of the MCP server. */
	readonly session: string;
	readonly close: () => Promise<void>;
}

/** Connects an assistant to an MCP server that asks nobody to sign in. */
export async function connectAnyone(address: string): Promise<Assistant> {
	const [client, transport] = [newClient(), new StreamableHTTPClientTransport(new URL(address))];
	await client.connect(transport as Transport);
	return assistantOf(client, transport, '');
}

/** Connects an assistant of `person` to the MCP server at this address. */
export async function connect(address: string, person: N8nUser): Promise<Assistant> {
	const signIn = new SignIn();
	const url = new URL(address);
	const first = new StreamableHTTPClientTransport(url, { authProvider: signIn });
	const refused = await newClient()
		.connect(first as Transport)
		.catch((cause: unknown) => cause);
	if (!(refused instanceof UnauthorizedError) || !signIn.page) throw new Error(`No sign-in: ${String(refused)}`);
	await first.finishAuth(await person.consent(signIn.page));
	const client = newClient();
	const transport = new StreamableHTTPClientTransport(url, { authProvider: signIn });
	await client.connect(transport as Transport);
	return assistantOf(client, transport, signIn.tokens()?.access_token ?? '');
}

const assistantOf = (client: Client, transport: StreamableHTTPClientTransport, token: string): Assistant => ({
	tools: async () => (await client.listTools()).tools.map(({ name }) => name).sort(),
	call: async (name, args = {}) => answerIn((await client.callTool({ name, arguments: args })) as CallToolResult),
	token,
	session: transport.sessionId ?? '',
	close: async () => await client.close(),
});

const newClient = (): Client => new Client({ name: 'an-assistant', version: '1.0.0' });

function answerIn({ content, isError }: CallToolResult): ToolAnswer {
	const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
	return { isError: isError === true, text, items: text.startsWith('[') ? JSON.parse(text) : [] };
}
