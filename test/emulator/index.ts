import { demoLibrary, fillWorld } from './demo/demo';
import { type Emulator, emulatorOf } from './emulator';
import { persist } from './persistence/savedWorld';
import { closePort, openPorts } from './server/listener';
import { nameOrigins } from './server/memory';
import { defaultOptions, type EmulatorOptions } from './world/options';
import { World } from './world/world';

/* The public face of the emulator: everything outside test/emulator imports from here. */

export { demoAuthorization, demoEnterprise, demoPartner, demoUser } from './demo/credentials';
export type { Emulator, LibraryAccess } from './emulator';
export type { AnswerChoice } from './http/answers';
export { shapeNames, type ShapeName } from './http/answers';
export type { FaultRule } from './faults/faults';
export type { Directory } from './store/enterprise/directory';
export { listenOn } from './server/listener';
export { ManualClock } from './time/clock';
export type { EmulatorOptions } from './world/options';

/** The service without a port, options with defaults: `answer` is the only way to it; nothing has to be closed. */
export function emulatorInMemory(options: Partial<EmulatorOptions> = {}): Emulator {
	const world = new World({ ...defaultOptions, ...options });
	nameOrigins(world);
	fillWorld(world);
	return emulatorOf(world, { port: 0, restored: false, end: async () => await Promise.resolve() });
}

/** Starts the service on loopback, with defaults for all left-out options. Rejects when the port is taken. */
export async function startEmulator(options: Partial<EmulatorOptions> = {}): Promise<Emulator> {
	const world = new World({ ...defaultOptions, ...options });
	const { restored, close } = persist(world);
	if (restored) demoLibrary(world);
	else fillWorld(world);
	const { servers, port } = await openPorts(world);
	const end = async (): Promise<void> => {
		await Promise.all(servers.map(closePort));
		close();
	};
	return emulatorOf(world, { port, restored, end });
}
