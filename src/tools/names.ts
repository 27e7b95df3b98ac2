/** The display names of the nodes, and what each is for: "File Library – the files of one library". */
export const NODES: Readonly<Record<string, { readonly name: string; readonly purpose: string }>> = {
	fileLibrary: { name: 'File Library', purpose: 'the files of one library' },
	fileLibraryUser: { name: 'File Library User', purpose: 'the libraries and files of a person' },
	fileLibraryAdmin: { name: 'File Library Admin', purpose: 'the libraries, members and directory of an enterprise' },
	fileLibraryPartner: { name: 'File Library Partner', purpose: 'the enterprises of a partner' },
	fileLibraryTrigger: { name: 'File Library Trigger', purpose: 'changes of files in a library' },
	fileLibraryActivityTrigger: { name: 'File Library Activity Trigger', purpose: 'what people do in an enterprise' },
	fileLibraryPreviewTrigger: { name: 'File Library Preview Trigger', purpose: 'events of people who view a file' },
};
