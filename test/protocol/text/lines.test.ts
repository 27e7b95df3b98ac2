import { lacking, linesOf, raised, united } from '../../../src/protocol/text/appendedText';

test.each([
	['', []],
	['a', ['a']],
	['a\n', ['a']],
	['a\r\nb\rc\n\n', ['a', 'b', 'c', '']],
])('lines of %j', (text, lines) => expect(linesOf(text)).toEqual(lines));

test.each([
	['what is not there, in its order', ['c', 'a', 'b'], ['a'], ['c', 'b']],
	['of equal lines the last', ['x', 'a', 'x'], ['x'], ['a', 'x']],
	['nothing', ['a'], ['a', 'a', 'b'], []],
])('lacking: %s', (_, lines, there, expected) => expect(lacking(lines, there)).toEqual(expected));

test('united: each as often as in the one that has it more often', () =>
	expect(united(['a', 'x'], ['x', 'x', 'b'])).toEqual(['a', 'x', 'x', 'b']));

test('raised: what came, as often as it is there then', () =>
	expect(raised(['x', 'a', 'gone'], ['x', 'x', 'a', 'b'])).toEqual(['x', 'x', 'b']));
