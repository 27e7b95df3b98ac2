import { parseCommandLine, parseFault } from '../emulator/cli/commandLine';

test('options and faults are parsed', () => {
	const words = '--port 0 --prefix acme --latency 7 --fault path=/ls,action=503,times=3 --fault path=/x,action=reset';
	const command = parseCommandLine(words.split(' '));
	expect(command.options).toMatchObject({ port: 0, prefix: 'acme', latencyMs: 7, seedDemo: true });
	expect(command.faults).toMatchObject([
		{ match: '/ls', action: { status: 503 }, times: 3 },
		{ match: '/x', action: 'reset' },
	]);
	const answersOf = (value: string) => parseCommandLine(['--answers', value]).options.answers;
	expect(answersOf('escaped,numbers-as-text')).toEqual(['numbers-as-text', 'escaped']);
	expect([answersOf('all'), answersOf('plain')]).toEqual(['all', []]);
	expect(() => answersOf('nonsense')).toThrow('--answers takes plain, all, or some of');
	expect(parseCommandLine(['--data', 'd']).options.stateFolder).toBe('d');
	expect(parseFault('path=/d,action=cut:10').action).toEqual({ cutAfterBytes: 10 });
	expect(() => parseFault('path=/ls,action=nonsense')).toThrow('nonsense');
	expect(() => parseCommandLine(['--nonsense'])).toThrow('nonsense');
});
