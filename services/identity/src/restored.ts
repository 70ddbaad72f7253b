// After a restore nobody is signed in: who signed out, lost a role or changed a password since must not be let in by what was true before.
import type { Tx } from '@lyceum/kit/db'

export const restored = async (db: Tx): Promise<Record<string, number>> => ({
  sessions_ended: await db.$executeRawUnsafe('delete from sessions'),
})
