/**
 * Frees the memory of a piece that is all of it. V8 does not see that memory: it would collect a whole n8n again and
 * again to find it, which takes longer than reading, hashing and sending. An old Node.js leaves it to V8.
 */
export function freed({ buffer, byteLength }: Buffer): void {
	if (byteLength === buffer.byteLength && 'transfer' in buffer) (buffer.transfer as (bytes: number) => unknown)(0);
}
