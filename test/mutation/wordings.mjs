/* A plugin for Stryker that leaves texts for people as they are: no test should hold them word by word. */

/** Two words one after the other: a text for people, not a value. */
const isText = (value) => /[\p{L}\p{N}][,.:;)"'’]* ["'(]*[\p{L}\p{N}]/u.test(value);

const isName = (node) =>
	node.type === 'Identifier' || (node.type === 'MemberExpression' && !node.computed && isName(node.object));

const textOf = ({ node }) => {
	if (node.type === 'StringLiteral') return node.value;
	// A template that computes something is mutated, for the sake of what it computes.
	if (node.type !== 'TemplateLiteral' || !node.expressions.every(isName)) return '';
	return node.quasis.map(({ value }) => value.raw).join('0');
};

const wordings = { shouldIgnore: (path) => (isText(textOf(path)) ? 'a text for people' : undefined) };

export const strykerPlugins = [{ kind: 'Ignore', name: 'wordings', value: wordings }];
