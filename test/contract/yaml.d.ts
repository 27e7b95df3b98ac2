/** A YAML file is imported as the value it describes (test/runner/yaml.js). */
declare module '*.yaml' {
	const value: unknown;
	export = value;
}
