// The resync of activity: the rows of every room are emitted again.
import type { ResyncSteps } from '@lyceum/kit/facts/resync'
import type { Prisma } from './generated/client.ts'
import { rooms } from './rooms.ts'

export const resyncSteps: ResyncSteps<Prisma.TransactionClient> = Object.assign({}, ...rooms.map(({ resync }) => resync))
