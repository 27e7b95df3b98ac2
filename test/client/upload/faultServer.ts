import { FakeServer, type FakeServerOptions, type RecordedRequest, type RequestHead } from '../../support/fakeServer';
import type { Reply } from '../../support/wire';
import { nameOf, UploadService, type ServiceBehaviour } from './uploadService';
import { damaged, isEffective, isUnheard, refused, type Fault } from './wireFaults';

/** How a server behaves: request n meets fault n, and after the last one all is well. */
export interface Behaviour extends ServiceBehaviour {
	readonly faults: readonly Fault[];
	/** A request to abort a session takes effect, but is never answered. */
	readonly abortHangs: boolean;
	/** Called when request n arrives. */
	readonly onRequest: (n: number) => void;
}

type EarlyFault = ReturnType<NonNullable<FakeServerOptions['onArrival']>>;
/** Faults that strike before the body has arrived. */
const EARLY: Partial<Record<Fault, EarlyFault>> = {
	resetEarly: 'reset',
	resetMiddle: 'resetInBody',
	notHttp: 'notHttp',
};

/** An upload service over real sockets that meets every request with the fault of its schedule. */
export class FaultServer extends UploadService {
	/** `name:fault` of each request, in order of arrival. */
	readonly log: string[] = [];
	/** Signatures that arrived: no error may show them. */
	readonly signs: string[] = [];
	/** Sessions whose abort is never answered. */
	readonly hung = new Set<unknown>();
	private fake: FakeServer | undefined;

	private constructor(private readonly schedule: Behaviour) {
		super(schedule);
	}

	static async start(behaviour: Behaviour): Promise<FaultServer> {
		const server = new FaultServer(behaviour);
		server.fake = await FakeServer.start((request) => server.answer(request), {
			onArrival: (head) => server.arrived(head),
		});
		return server;
	}

	get url(): string {
		return this.fake?.url ?? '';
	}
	/** Requests under way. */
	get active(): number {
		return this.fake?.active ?? 0;
	}
	async close(): Promise<void> {
		await this.fake?.close();
	}

	private faultOf = ({ index }: RequestHead): Fault => this.schedule.faults[index] ?? 'ok';

	private arrived(head: RequestHead): EarlyFault {
		const fault = this.faultOf(head);
		this.log.push(`${nameOf(head)}:${fault}`);
		this.schedule.onRequest(head.index);
		const session = this.sessionOf(head);
		if (nameOf(head) === 'upload_abort' && session && !isEffective(fault) && fault !== 'processing')
			session.excused = true;
		return EARLY[fault];
	}

	private answer(request: RecordedRequest): Reply {
		const fault = this.faultOf(request);
		const name = nameOf(request);
		const sign = request.form.get('sign') ?? request.query.get('sign');
		if (sign) this.signs.push(sign, encodeURIComponent(sign));
		const effective = isEffective(fault) || (fault === 'processing' && name !== 'upload_finish');
		const reply = effective
			? damaged(fault, this.reply(request, this.url, isUnheard(fault)))
			: refused(fault, request, this.sessionOf(request));
		if (name !== 'upload_abort' || !this.schedule.abortHangs) return reply;
		this.hung.add(request.headers['x-svc-upload-session']);
		return { fault: 'hang' };
	}
}
