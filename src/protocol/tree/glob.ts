/** One thing that a pattern asks for. */
type Token =
	/** This character, in lower case. */
	| { readonly kind: 'literal'; readonly character: string }
	/** `?`: one character of a name. */
	| { readonly kind: 'one' }
	/** `*`: any characters of a name, also none. */
	| { readonly kind: 'name' }
	/** `**`: any characters, slashes too, also none. */
	| { readonly kind: 'path' }
	/** `**` and a slash, where a name begins: any folders one inside the other, also none. */
	| { readonly kind: 'folders' };

const KINDS = { '?': 'one', '*': 'name', '**': 'path', '**/': 'folders' } as const;

/** Two of them in a row say no more than one, and each would be tried at every character. */
const REPEATABLE: ReadonlyArray<Token['kind']> = ['name', 'path', 'folders'];

function tokensOf(pattern: string): Token[] {
	const tokens: Token[] = [];
	for (const [part] of pattern.toLowerCase().matchAll(/(?<=^|\/)\*{2,}\/|\*+|[^*]/gsu)) {
		const token = tokenOf(part);
		if (token.kind !== tokens.at(-1)?.kind || !REPEATABLE.includes(token.kind)) tokens.push(token);
	}
	return tokens;
}

function tokenOf(part: string): Token {
	const sign = part.replace(/^\*{2,}/, '**');
	return Object.hasOwn(KINDS, sign)
		? { kind: KINDS[sign as keyof typeof KINDS] }
		: { kind: 'literal', character: part };
}

/**
 * Compiles a pattern: `*` stands for any characters of a name, `?` for exactly one, and `**` for any characters of a
 * path, over the names of folders; `a/**` followed by `/b` is also `a/b`. Everything else stands for itself, in any
 * case. The predicate says whether a whole name or path matches.
 *
 * It keeps the places of the pattern that may come next, so that it takes no longer than the length of the path times
 * the length of the pattern, whatever they are: no pattern can stall n8n.
 */
export function compileGlob(pattern: string): (path: string) => boolean {
	const tokens = tokensOf(pattern);
	return (path) => {
		const places = placesIn(tokens);
		places.enter(0);
		for (const character of path.toLowerCase()) {
			for (const place of places.next()) step(tokens, places, place, character);
			if (places.isEmpty()) return false;
		}
		return places.next().includes(tokens.length);
	};
}

/** The places of a pattern that may come next. */
interface Places {
	/** Adds one place. */
	add(place: number): void;
	/** Adds a place, and those behind it as far as what stands there may be nothing. */
	enter(place: number): void;
	/** The places that were added since the last time. */
	next(): readonly number[];
	isEmpty(): boolean;
}

function placesIn(tokens: readonly Token[]): Places {
	/** The round in which each place was added last. */
	const addedIn = new Array<number>(tokens.length + 1).fill(0);
	let [round, added]: [number, number[]] = [1, []];
	const add = (place: number): void => {
		if (addedIn[place] !== round) added.push(place);
		addedIn[place] = round;
	};
	return {
		add,
		enter(place) {
			add(place);
			for (let at = place; mayBeNothing(tokens[at]); at++) add(at + 1);
		},
		next() {
			const places = added;
			[round, added] = [round + 1, []];
			return places;
		},
		isEmpty: () => added.length === 0,
	};
}

const mayBeNothing = (token: Token | undefined): boolean => token !== undefined && REPEATABLE.includes(token.kind);

/** Adds the places that a character leads to from one place. */
function step(tokens: readonly Token[], places: Places, place: number, character: string): void {
	const token = tokens[place];
	if (!token) return;
	switch (token.kind) {
		case 'literal':
			if (token.character === character) places.enter(place + 1);
			break;
		case 'one':
			if (character !== '/') places.enter(place + 1);
			break;
		case 'name':
			if (character !== '/') places.enter(place);
			break;
		case 'path':
			places.enter(place);
			break;
		case 'folders':
			// In the middle of a name: what follows begins behind the next slash.
			places.add(place);
			if (character === '/') places.enter(place + 1);
	}
}

/** Whether a whole path, or a name, matches a pattern; see `compileGlob`. */
export const matchesGlob = (pattern: string, path: string): boolean => compileGlob(pattern)(path);
