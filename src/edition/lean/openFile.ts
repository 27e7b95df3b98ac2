import type { HostFile } from '../ports/content';

/** This edition may open no file of the machine: what n8n keeps in files is read by n8n's streams. */
export const openFile: ((path: string) => Promise<HostFile>) | undefined = undefined;
