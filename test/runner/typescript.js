// For mutants, which jest's own runtime loads: TypeScript's own emitter, file by file (import() becomes require: jest has
// no native one). Otherwise compile.js makes all files at once.

module.exports = {
	process(source, fileName) {
		// Loaded for the first file that is not in jest's cache; with a warm cache no worker needs it.
		const ts = require('typescript');
		const { outputText, sourceMapText } = ts.transpileModule(source, {
			fileName,
			compilerOptions: {
				target: ts.ScriptTarget.ES2022,
				module: ts.ModuleKind.CommonJS,
				esModuleInterop: true,
				sourceMap: true,
			},
		});
		return { code: outputText.replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'), map: sourceMapText };
	},
};
