// The running system parts of one server process, as the entry stops them.
import type { Drain } from '@lyceum/kit/http/drain'

export type Process = { stop(): Promise<void>; drain?: Drain }
