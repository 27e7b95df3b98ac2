/** What undici offers, and what was asked of it. */
export class Asked {
	readonly calls: string[] = [];
	abort = (reason: Error): void => void this.calls.push(`abort: ${reason.message}`);
	pause = (): void => void this.calls.push('pause');
	resume = (): void => void this.calls.push('resume');
}
