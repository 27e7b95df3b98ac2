/** One thing that a pattern asks for. */
export type Token =
	/** This character, folded. */
	| { readonly kind: 'literal'; readonly character: string }
	/** `?`: one character of a name. */
	| { readonly kind: 'one' }
	/** `*`: any characters of a name, also none. */
	| { readonly kind: 'name' }
	/** `**`: any characters, slashes too, also none. */
	| { readonly kind: 'path' }
	/** `**` and a slash, where a name begins: any folders one inside the other, also none. */
	| { readonly kind: 'folders' }
	/** The end of one pattern. */
	| { readonly kind: 'end' };

const KINDS = { '?': 'one', '*': 'name', '**': 'path', '**/': 'folders' } as const;

/** Two of them in a row say no more than one, and each would be tried at every character. */
const REPEATABLE: ReadonlyArray<Token['kind']> = ['name', 'path', 'folders'];

/** A character without its case: what has no single small form stays, so that `?` is one character of every name. */
export function folded(character: string): string {
	const lower = character.toLowerCase();
	return [...lower].length > 1 ? character : lower === 'ς' ? 'σ' : lower;
}

/** What a pattern asks for, in its order. */
export function tokensOf(pattern: string): Token[] {
	const tokens: Token[] = [];
	for (const [part] of pattern.matchAll(/(?<=^|\/)\*{2,}\/|\*+|[^*]/gsu)) {
		const token = tokenOf(part);
		if (token.kind !== tokens.at(-1)?.kind || !REPEATABLE.includes(token.kind)) tokens.push(token);
	}
	return [...tokens, { kind: 'end' }];
}

function tokenOf(part: string): Token {
	const sign = part.replace(/^\*{2,}/, '**');
	return Object.hasOwn(KINDS, sign)
		? { kind: KINDS[sign as keyof typeof KINDS] }
		: { kind: 'literal', character: folded(part) };
}

/** Whether what stands there may be nothing. */
export const mayBeNothing = (token: Token | undefined): boolean =>
	token !== undefined && REPEATABLE.includes(token.kind);
