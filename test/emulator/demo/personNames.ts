const WESTERN_FIRST = [
	'Anna',
	'Ben',
	'Carla',
	'David',
	'Emma',
	'Felix',
	'Grace',
	'Henry',
	'Isabel',
	'James',
	'Karin',
	'Lucas',
	'Maria',
	'Noah',
	'Olivia',
];
const WESTERN_LAST = [
	'Becker',
	'Brown',
	'Costa',
	'Dubois',
	'Evans',
	'Fischer',
	'Garcia',
	'Hughes',
	'Jensen',
	'Keller',
	'Lambert',
	'Moore',
	'Novak',
];
const CHINESE_LAST = [
	['王', 'wang'],
	['李', 'li'],
	['张', 'zhang'],
	['刘', 'liu'],
	['陈', 'chen'],
	['杨', 'yang'],
	['黄', 'huang'],
	['赵', 'zhao'],
	['吴', 'wu'],
	['周', 'zhou'],
	['徐', 'xu'],
	['孙', 'sun'],
	['马', 'ma'],
] as const;
const CHINESE_FIRST = [
	['芳', 'fang'],
	['娜', 'na'],
	['敏', 'min'],
	['静', 'jing'],
	['强', 'qiang'],
	['磊', 'lei'],
	['洋', 'yang'],
	['勇', 'yong'],
	['艳', 'yan'],
	['杰', 'jie'],
	['涛', 'tao'],
	['明', 'ming'],
	['秀英', 'xiuying'],
	['建国', 'jianguo'],
	['晓东', 'xiaodong'],
] as const;

/** A name, and the local part of the email address. */
export interface PersonName {
	readonly name: string;
	readonly local: string;
}

/** The name of demo person `index`: unique for every index below 390, every second one Chinese. */
export function personName(index: number): PersonName {
	const [row, column] = [Math.floor(index / 2) % 15, (Math.floor(index / 2) + Math.floor(index / 30)) % 13];
	if (index % 2 === 0) {
		const [first, last] = [WESTERN_FIRST[row] ?? '', WESTERN_LAST[column] ?? ''];
		return { name: `${first} ${last}`, local: `${first}.${last}`.toLowerCase() };
	}
	const [first, last] = [CHINESE_FIRST[row], CHINESE_LAST[column]];
	return { name: `${last?.[0] ?? ''}${first?.[0] ?? ''}`, local: `${last?.[1] ?? ''}.${first?.[1] ?? ''}` };
}
