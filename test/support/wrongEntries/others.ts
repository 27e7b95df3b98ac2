import { by, on, type Parameters } from '../nodeParameters';
import { A_DATE, CORRECT, DIGITS, EMPTY, LOOK, file, type WrongEntry } from './entry';

const share = (more: Parameters): Parameters => on('link', 'create', { file, ...more });
const close = (link: string): Parameters => on('link', 'close', { link: by('code', link) });
const links = (filters: Parameters): Parameters => on('link', 'getMany', { returnAll: true, filters });
const metadata = (more: Parameters): Parameters => on('metadata', 'set', { file, key: 'k', ...more });
const property = (type: string, value: string): Parameters =>
	metadata({ mode: 'manual', properties: { rows: [{ name: 'size', type, value }] } });
const json = (propertiesJson: string): Parameters => metadata({ mode: 'json', propertiesJson });
const member = (value: unknown): Parameters => ({ rows: [{ type: 'member', member: by('id', value) }] });
const give = (more: Parameters): Parameters =>
	on('permission', 'set', { file, subjects: member('4'), give: 'permissions', ...more });

/** In operations on links, metadata, permissions and changes. */
export const WRONG_IN_OTHERS: Readonly<Record<string, WrongEntry>> = {
	'a link of the past': [share({ expires: 'time', deadline: '2020-01-01' }), /^Expires At: 2020.*past$/, /to come/],
	'a misspelt time': [share({ expires: 'time', deadline: '={{ $json.wen }}' }), /^Expires At: the expression/, LOOK],
	'no time': [share({ expires: 'time', deadline: '' }), /^Fill in Expires At first$/, EMPTY],
	'31 February': [share({ expires: 'time', deadline: '2090-02-31' }), /^Expires At: "2090-02-31" is not a/, A_DATE],
	'another order': [share({ expires: 'time', deadline: '31/12/2090' }), /^Expires At: "31\/12\/2090" is not/, A_DATE],
	'a date of digits': [
		share({ expires: 'time', deadline: '20901231' }),
		/20901231 looks like a calendar/,
		/^Digits alone are/,
	],
	'no days': [share({ expires: 'days', days: 0 }), /^Days must be at least 1, but is 0$/, CORRECT],
	'a week in words': [share({ expires: 'days', days: '={{ "a week" }}' }), /^Days must be a whole number/, DIGITS],
	'half a day': [
		share({ expires: 'days', days: '={{ 0.5 }}' }),
		/^Days must be a whole number, but is 0\.5$/,
		DIGITS,
	],
	'days of nothing': [share({ expires: 'days', days: '={{ $json.days }}' }), /^Days: the expression gave/, LOOK],
	'a misspelled password': [
		share({ options: { password: '={{ $json.pasword }}' } }),
		/^Password: the expression gave nothing/,
		LOOK,
	],
	'an empty password': [
		share({ options: { password: '' } }),
		/^Password can't be empty$/,
		/^Fill it in or remove the field/,
	],
	'a filter of nothing': [links({ expiresWithin: '={{ $json.days }}' }), /^Expires Within \(Days\): the expr/, LOOK],
	'a web page as a link': [close('https://files.example.com/'), /^Link: "https.*" contains no code$/, /whole link/],
	'an old link': [
		close('abcdefg'),
		/^The link does not exist or was closed: link 'abcdefg' \(/,
		/^Choose the link from the list/,
	],
	'no filter to close by': [on('link', 'closeMany'), /^Set at least one filter that says which links/, /All Links/],
	'who made a link': [links({ createdBy: 'Bob' }), /^Created By needs the credential of an ent/, /Authentication/],
	'broken JSON': [json('={{ "{a:" }}'), /^Properties \(JSON\) must be valid JSON \(expected property name/, /quotes/],
	'a list of properties': [json('[1]'), /^Properties \(JSON\) must be a JSON object$/, /^For example/],
	'no property': [json('{}'), /^Enter at least one property$/, EMPTY],
	'a property twice': [
		metadata({
			mode: 'manual',
			properties: { rows: ['1', '2'].map((value) => ({ name: 'size', type: 'number', value })) },
		}),
		/^Properties: "size" is in two rows$/,
		CORRECT,
	],
	'words for a number': [property('number', 'large'), /^Property "size": "large" is not a number$/, CORRECT],
	'words for a date': [property('date', 'soon'), /^Property "size": "soon" is not a date$/, A_DATE],
	'permission twice': [give({ grant: ['dl'], deny: ['dl'] }), /^Deny: "Download or Open File" is chosen/, /only one/],
	'an unknown permission': [give({ grant: ['read'] }), /^Grant: "read" is not one of/, /dl \(Download or Open/],
	'no permission': [give({}), /^Choose a permission to grant, to deny or to unset$/, /^To give a role/],
	'no role': [give({ give: 'role', role: by('list', '') }), /^Choose Role first$/, EMPTY],
	'nobody to give it to': [give({ subjects: {}, grant: ['dl'] }), /^Fill in Members and Departments first$/, EMPTY],
	'a name for a member': [
		give({ subjects: member('Bob'), grant: ['dl'] }),
		/^Members and Departments, row 1, Member: "Bob" is not an ID$/,
		/Choose From List to look for a name\.$/,
	],
	'a member who left': [
		give({ subjects: member('99'), grant: ['dl'] }),
		/^The member does not exist: member 99 \(/,
		/^Check the ID/,
	],
	'a span that ends first': [
		on('change', 'count', { begin: '2026-02-01', end: '2026-01-01' }),
		/^From is after To$/,
		/later than From/,
	],
	'last week in words': [
		on('change', 'getMany', { since: 'last week' }),
		/^From: "last week" is not a date$/,
		A_DATE,
	],
};
