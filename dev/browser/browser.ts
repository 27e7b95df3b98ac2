import { existsSync, mkdirSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';
import { report } from '../process/progress';

const PATHS = [
	process.env.CHROMIUM_PATH ?? '',
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

const NO_CHROMIUM =
	'Chromium not found; install it (Debian: apt-get install chromium) or set CHROMIUM_PATH to its program';

/** Keeps Chromium from sending requests of its own. */
const QUIET = [
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
];

async function startBrowser(executablePath: string): Promise<Browser> {
	// Chromium's sandbox does not work for root, the usual user in containers.
	const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
	return await chromium.launch({ executablePath, args: [...QUIET, ...sandbox] });
}

/** Calls `task` with a windowless browser and creates the folder `images`; without Chromium it only prints that. */
export async function withBrowser(images: string, task: (browser: Browser) => Promise<void>): Promise<void> {
	const path = PATHS.find((candidate) => candidate !== '' && existsSync(candidate));
	if (!path) {
		report(`  skipped: ${NO_CHROMIUM}`);
		return;
	}
	mkdirSync(images, { recursive: true });
	const browser = await startBrowser(path);
	try {
		await task(browser);
	} finally {
		await browser.close();
	}
}
