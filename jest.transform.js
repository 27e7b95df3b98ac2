// TypeScript's own emitter, file by file: what the tests run is what the build ships, and no
// platform package is needed (import() becomes require: jest has no native one). Types are checked
// by `npm run types`.
const ts = require('typescript');

const compilerOptions = {
	target: ts.ScriptTarget.ES2022,
	module: ts.ModuleKind.CommonJS,
	esModuleInterop: true,
	sourceMap: true,
};

module.exports = {
	process(source, fileName) {
		const out = ts.transpileModule(source, { compilerOptions, fileName });
		return { code: out.outputText.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'), map: out.sourceMapText };
	},
};
