import { operation } from '../operation/define';
import { int, notEmpty, required, text } from '../operation/fields';
import { by } from './shared';
import { gigabytes, unlimited } from './sharedEnterprise';
import { chosenMount, MOUNT, pathRef, simpleMount, simpleUserEntry } from './sharedUser';
import { idOf } from '../wire/json';

/* Libraries and favorites of a person. */

const file = by('path', 'Contracts/offer.txt');
const favorites = int(['Favorites ID', 'Which favorites to use; the default ones (-1) without this option'], {
	wire: 'fav_id',
	default: -1,
	sentWhenEmpty: '-1',
});

export const listMounts = operation('userLibraryList', 'library.getMany', {
	summary: 'List the libraries of the person, including personal ones',
	input: {},
	simplify: simpleMount,
});

export const createLibrary = operation('userLibraryCreate', 'library.create', {
	summary: 'Create a library; the person needs permission to create libraries',
	input: {
		name: required.text(['Library Name', 'Name of the new library'], { placeholder: 'e.g. Project Files' }),
		enterprise: required.ref('The enterprise that the library belongs to', {
			claims: 'scope',
			wire: 'ent_id',
			of: 'int',
			modes: { list: 'enterprises', id: { label: 'Enterprise ID', placeholder: 'e.g. 12' } },
		}),
		capacityGb: { ...notEmpty(gigabytes('capacity', 'Maximum size of the library')), overriddenBy: 'unlimited' },
		unlimited: unlimited(
			'capacity',
			'-1',
			'Whether the library has no limit of its size; Capacity (GB) is ignored then',
		),
		storagePoint: text('Name of the storage point; the default one when left empty', {
			placeholder: 'e.g. default',
		}),
	},
	example: { name: 'Project Files', enterprise: by('id', '3001') },
});

export const addFavorite = operation('userFavoriteAdd', 'favorite.add', {
	summary: 'Add a file or folder to the favorites',
	input: { library: chosenMount, file: required({ ...pathRef, help: 'The file or folder to add' }), favorites },
	done: ({ fav_id: list = '' }) => ({ success: true, fav_id: idOf(list) }),
	example: { library: MOUNT, file },
});

export const removeFavorite = operation('userFavoriteRemove', 'favorite.remove', {
	summary: 'Remove a file or folder from the favorites; the file itself stays',
	input: { library: chosenMount, file: required({ ...pathRef, help: 'The file or folder to remove' }), favorites },
	done: ({ fav_id: list = '' }) => ({ removed: 'favorite', fav_id: idOf(list) }),
	example: { library: MOUNT, file },
});

export const listFavorites = operation('userFavoriteList', 'favorite.getMany', {
	summary: 'List the files and folders among the favorites, from all libraries',
	input: { favorites },
	paging: { kind: 'offset', pageSize: 100, keyFields: ['mount_id', 'hash'] },
	simplify: simpleUserEntry,
});
