/* `npm run test:all`: all tests with all random cases, then n8n's engine with the lean edition. */
const { spawnSync } = require('node:child_process');
const path = require('node:path');

const jest = path.join(path.dirname(require.resolve('jest/package.json')), 'bin', 'jest.js');
const run = (config) =>
	spawnSync(
		process.execPath,
		[jest, '--config', path.join(__dirname, config), '--passWithNoTests', ...process.argv.slice(2)],
		{ stdio: 'inherit' },
	).status;
process.exitCode = run('all.config.js') || run('lean.config.js');
