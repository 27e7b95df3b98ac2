import { inputError, quoted } from '../wire/libraryError';

/** One thing that a pattern asks for. */
type Token =
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
function folded(character: string): string {
	const lower = character.toLowerCase();
	return [...lower].length > 1 ? character : lower === 'ς' ? 'σ' : lower;
}

/** What a pattern asks for, in its order. */
function tokensOf(pattern: string): Token[] {
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
const mayBeNothing = (token: Token | undefined): boolean => token !== undefined && REPEATABLE.includes(token.kind);

/* Patterns of names or paths, which one pass over a text compares together. */

/** The places of the patterns that may come next. */
interface State {
	readonly places: readonly number[];
	/** Whether one of the patterns is at its end. */
	readonly isMatch: boolean;
	/** The states that characters lead to, by the numbers of the characters, as far as they are known. */
	readonly next: Array<State | undefined>;
}

/** The numbers of characters: those that no pattern names have one in common. */
const [OTHER, SLASH] = [0, 1];
/** Places that are kept in states; with more, all states are made anew. */
const MOST_KEPT = 200_000;
/** Characters whose number is kept. */
const MOST_NUMBERS = 10_000;
/** Places that one path may lead through in states that were not known, before it is refused: about 100 ms. */
const MOST_STEPS = 200_000;

/**
 * Patterns that are compared with a path at once. Each state of the comparison is made once and kept, so that a path
 * takes as long as it is long, however many patterns there are; where that does not help, the path is refused: no
 * pattern can stall n8n.
 */
export class Globs {
	readonly #label: string;
	readonly #tokens: readonly Token[];
	/** The first places of patterns that begin with the path, and of those that begin with any name in it. */
	readonly #starts: readonly number[];
	readonly #nameStarts: readonly number[];
	/** The numbers of the characters that patterns name, folded, and of those that were met. */
	readonly #named: ReadonlyMap<string, number>;
	readonly #numbers = new Map<string, number>();
	#states = new Map<string, State>();
	#kept = 0;
	#start: State;

	/**
	 * `*` stands for any characters of a name, `?` for exactly one, and `**` for any characters of a path, over the
	 * names of folders; `a/**` followed by `/b` is also `a/b`. Everything else stands for itself, in any case.
	 * `names` match behind every slash too. Errors begin with `label`.
	 */
	constructor(label: string, patterns: readonly string[], names: readonly string[] = []) {
		const lists = [...patterns, ...names].map(tokensOf);
		this.#label = label;
		this.#tokens = lists.flat();
		const literals = this.#tokens.flatMap((token) => (token.kind === 'literal' ? [token.character] : []));
		this.#named = new Map([...new Set(['/', ...literals])].map((character, at) => [character, SLASH + at]));
		let start = 0;
		const starts = lists.map(({ length }) => (start += length) - length);
		this.#starts = starts;
		this.#nameStarts = starts.slice(patterns.length);
		this.#start = this.#firstState();
	}

	/** Whether the whole path, or a name, matches one of the patterns. Throws inputError for a path that takes long. */
	matches(path: string): boolean {
		return this.#compare(path, false);
	}

	/** Whether the path, or one of the folders that it is in, matches. Throws inputError for a path that takes long. */
	covers(path: string): boolean {
		return this.#compare(path, true);
	}

	#compare(path: string, isCovering: boolean): boolean {
		let [state, steps] = [this.#start, 0];
		for (const character of path) {
			if (isCovering && character === '/' && state.isMatch) return true;
			const sign = this.#numbers.get(character) ?? this.#numberOf(character);
			let next = state.next[sign];
			if (!next) {
				steps += state.places.length;
				if (steps > MOST_STEPS) throw takesLong(this.#label, path);
				next = this.#after(state, sign);
			}
			if (next.places.length === 0 && this.#nameStarts.length === 0) return false;
			state = next;
		}
		return state.isMatch;
	}

	#numberOf(character: string): number {
		const found = this.#named.get(folded(character)) ?? OTHER;
		if (this.#numbers.size < MOST_NUMBERS) this.#numbers.set(character, found);
		return found;
	}

	#after(state: State, sign: number): State {
		const places = new Set<number>();
		for (const place of state.places) this.#step(place, sign, places);
		if (sign === SLASH) for (const start of this.#nameStarts) this.#enter(start, places);
		const next = this.#stateOf(places);
		state.next[sign] = next;
		return next;
	}

	/** Adds the places that a character leads to from one place. */
	#step(place: number, sign: number, places: Set<number>): void {
		const token = this.#tokens[place];
		if (!token) return;
		switch (token.kind) {
			case 'end':
				break;
			case 'literal':
				if (this.#named.get(token.character) === sign) this.#enter(place + 1, places);
				break;
			case 'one':
				if (sign !== SLASH) this.#enter(place + 1, places);
				break;
			case 'name':
				if (sign !== SLASH) this.#enter(place, places);
				break;
			case 'path':
				this.#enter(place, places);
				break;
			case 'folders':
				// In the middle of a name: what follows begins behind the next slash.
				places.add(place);
				if (sign === SLASH) this.#enter(place + 1, places);
		}
	}

	/** Adds a place, and those behind it as far as what stands there may be nothing. */
	#enter(place: number, places: Set<number>): void {
		places.add(place);
		for (let at = place; mayBeNothing(this.#tokens[at]); at++) places.add(at + 1);
	}

	#firstState(): State {
		const places = new Set<number>();
		for (const start of this.#starts) this.#enter(start, places);
		return this.#stateOf(places);
	}

	#stateOf(found: ReadonlySet<number>): State {
		const places = [...found];
		const key = places.join();
		const known = this.#states.get(key);
		if (known) return known;
		if (this.#kept > MOST_KEPT) {
			[this.#states, this.#kept] = [new Map(), 0];
			this.#start = this.#firstState();
		}
		const isMatch = places.some((place) => this.#tokens[place]?.kind === 'end');
		const made: State = { places, isMatch, next: [] };
		this.#states.set(key, made);
		this.#kept += places.length + 1;
		return made;
	}
}

const takesLong = (label: string, path: string) =>
	inputError(
		label,
		`cannot be compared with ${quoted(path)} in a short time`,
		'Use fewer * and ? in one pattern, or report the name to the operator of the service.',
	);
