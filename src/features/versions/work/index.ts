export {
	currentContent,
	fileHistory,
	filehashIn,
	fileVersions,
	type Restoration,
	restoreVersion,
	storeVersion,
} from './restoreVersion';
