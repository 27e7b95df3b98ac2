import { isN8n1, type InstalledN8n } from '../../n8n/n8nCache';

/** The IDs of binary data in queue mode; n8n 1 cannot keep them in its database. */
export const binaryId = (n8n: InstalledN8n): RegExp => (isN8n1(n8n) ? /^filesystem/ : /^database:/);
