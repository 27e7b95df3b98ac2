// openapi.yaml as JSON, kept in jest's cache: parsing it takes half a second, for each suite that asks for it.

module.exports = {
	process(source) {
		const { parse } = require('yaml');
		return { code: `module.exports = JSON.parse(${JSON.stringify(JSON.stringify(parse(source)))});` };
	},
};
