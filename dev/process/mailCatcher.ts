import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import { waitFor } from './waiting';

/** A mail that was sent to the catcher. */
export interface CaughtMail {
	readonly to: string;
	readonly subject: string;
	/** The text of the mail, without its markup. */
	readonly text: string;
	/** The markup of the mail; empty for a mail that is plain text. */
	readonly html: string;
}

/** A mail server for this machine only: it delivers nothing and keeps what it receives. */
export interface MailCatcher {
	readonly port: number;
	/** The mails so far, oldest first. */
	readonly mails: readonly CaughtMail[];
	/** Waits for a mail whose subject contains a text; at most 15 seconds, then it throws. */
	mailAbout(subject: string): Promise<CaughtMail>;
}

/** Starts a mail catcher on `port` (0: any); with `folder`, each mail becomes a file that a browser can open. */
export async function startMailCatcher(port = 0, folder?: string): Promise<MailCatcher> {
	const mails: CaughtMail[] = [];
	const server = new SMTPServer({
		authOptional: true,
		disabledCommands: ['STARTTLS'],
		onAuth: (_login, _session, done) => done(null, { user: 'anyone' }),
		onData: (stream, _session, done) => {
			simpleParser(stream).then(
				({ to, subject = '', text = '', html }) => {
					const people = [to ?? []].flat().map((address) => address.text);
					const mail = { to: people.join(', '), subject, text, html: html || '' };
					mails.push(mail);
					if (folder) keep(folder, mails.length, mail);
					done();
				},
				(error: Error) => done(error),
			);
		},
	});
	// n8n closes connections when it likes; that is no event here.
	server.on('error', () => undefined);
	const used = await listen(server, port);
	return {
		port: used,
		mails,
		mailAbout: async (subject) =>
			await waitFor(60_000, `a mail about "${subject}"`, async () =>
				mails.findLast((mail) => mail.subject.includes(subject)),
			),
	};
}

async function listen(server: SMTPServer, port: number): Promise<number> {
	await new Promise<void>((resolve, reject) => {
		server.once('error', reject);
		server.listen(port, '127.0.0.1', resolve);
	});
	// It never keeps the program running.
	server.server.unref();
	const address = server.server.address();
	return typeof address === 'object' && address ? address.port : port;
}

const escaped = (text: string): string => text.replace(/[&<]/g, (c) => (c === '&' ? '&amp;' : '&lt;'));

function keep(folder: string, number: number, { to, subject, text, html }: CaughtMail): void {
	mkdirSync(folder, { recursive: true });
	const name = subject.replace(/[^\p{L}\p{N}]+/gu, '-').slice(0, 60);
	const file = join(folder, `${new Date().toISOString().slice(0, 19).replace(/:/g, '-')}-${number}-${name}.html`);
	const head = `<meta charset="utf-8"><p>To: ${escaped(to)}<br>Subject: ${escaped(subject)}</p><hr>`;
	writeFileSync(file, `${head}${html || `<pre>${escaped(text)}</pre>`}\n`, { mode: 0o600 });
}
