import { existsSync, mkdirSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';
import { report } from '../process/progress';

const places = [
	process.env.CHROMIUM_PATH ?? '',
	'/usr/bin/chromium',
	'/usr/bin/chromium-browser',
	'/usr/bin/google-chrome',
	'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Path of an installed Chromium, or undefined. */
function chromiumPath(): string | undefined {
	return places.find((place) => place !== '' && existsSync(place));
}

/** Says what to do where no Chromium was found. */
const noChromium = 'no Chromium found; install one (Debian: apt-get install chromium) or name it in CHROMIUM_PATH';

/** Starts Chromium without a window; it looks up nothing on its own. */
async function startBrowser(executablePath: string): Promise<Browser> {
	const quiet = [
		'--disable-gpu',
		'--disable-quic',
		'--no-first-run',
		'--disable-background-networking',
		'--disable-component-update',
		'--disable-sync',
	];
	// Chromium's sandbox refuses to work for root, which is who runs tests in containers.
	const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
	return await chromium.launch({ executablePath, args: [...quiet, ...sandbox] });
}

/** Works with a browser that is closed at the end, and with the folder `images` for its pictures. Without a Chromium the work is skipped, and that is said. */
export async function withBrowser(images: string, work: (browser: Browser) => Promise<void>): Promise<void> {
	const path = chromiumPath();
	if (!path) {
		report(`  skipped: ${noChromium}`);
		return;
	}
	mkdirSync(images, { recursive: true });
	const browser = await startBrowser(path);
	try {
		await work(browser);
	} finally {
		await browser.close();
	}
}
