import { readFileSync } from 'node:fs';
import Module from 'node:module';
import { parse } from 'yaml';

/* openapi.yaml as a module outside of jest, which has jest.yaml.js for it. To be imported before what needs it. */

type Extensions = Record<string, (module: { exports: unknown }, fileName: string) => void>;

const { _extensions: extensions } = Module as typeof Module & { _extensions: Extensions };
extensions['.yaml'] = (module, fileName) => {
	module.exports = parse(readFileSync(fileName, 'utf8')) as unknown;
};
