// After a restore every session ends: sign-outs, lost roles and new passwords since the backup must not be undone by it.
import { run, type Tx } from '@lyceum/kit/database/database'

export const afterRestore = async (db: Tx): Promise<Record<string, number>> => ({
  sessions_ended: await run(db, 'delete from sessions'),
})
