// openapi.yaml as a module of JSON, kept in jest's cache: parsing YAML takes half a second, for each suite that asks
// for the contract.

module.exports = {
	process(source) {
		const { parse } = require('yaml');
		return { code: `module.exports = JSON.parse(${JSON.stringify(JSON.stringify(parse(source)))});` };
	},
};
