// Upkeep of live lectures: a resync emits them again; they go with their activity and course; nothing of an erased person stays; a newer key seals what an older one has sealed.
import { type Database, rows, run, type Tx } from '@lyceum/kit/database/database'
import { openSecret, sealedBy, sealSecret } from '@lyceum/kit/text/kept-secrets'
import { resyncBatch, zeroId } from '@lyceum/kit/facts/resync'
import type { Deps } from '../deps.ts'
import { emitLive, ownerOf } from './meeting-row.ts'
import { cancelGone } from './watching/rearranging.ts'

export async function purgeMeetings(tx: Tx, activities: string[]): Promise<void> {
  await cancelGone(tx, 'activity_id = any($1)', activities)
  await run(tx, 'delete from meetings where activity_id = any($1)', activities)
}

export async function purgeCourseMeetings(tx: Tx, course: string): Promise<void> {
  await cancelGone(tx, 'course_id = $1', course)
  await run(tx, 'delete from meetings where course_id = $1', course)
}

export const eraseMeetings = (tx: Tx, person: string): Promise<unknown> =>
  run(tx, 'delete from meeting_people where person_id = $1', person)

/** Emits the next lectures after an id, with newer versions; no page reads anything of it. Returns the last id. */
export async function resyncMeetings(tx: Tx, after: string): Promise<string | undefined> {
  const found = await rows<{ id: string }>(
    tx,
    'select activity_id::text as id from meetings where activity_id > $1 order by activity_id limit $2 for update',
    after || zeroId,
    resyncBatch,
  )
  for (const { id } of found) await emitLive(tx, id, new Date(), { hinting: false })
  return found.at(-1)?.id
}

/** Seals anew what an older key has sealed, so that it can be removed; answers how many it were, of at most `size` meetings after an id. */
export async function resealAddresses(database: Database, { config }: Pick<Deps, 'config'>, size = 500): Promise<number> {
  const [newest] = config.secretKeys
  if (!newest) return 0
  let resealed = 0
  for (let after: string | undefined = '00000000-0000-0000-0000-000000000000'; after !== undefined; ) {
    const found: { id: string; address: Buffer }[] = await database.$transaction((tx) =>
      rows(
        tx,
        'select activity_id::text as id, address from meetings where address is not null and activity_id > $1::uuid order by activity_id limit $2',
        after,
        size,
      ),
    )
    for (const { id, address } of found) {
      const text = sealedBy(address) === newest.id ? undefined : openSecret(config.secretKeys, ownerOf(id), address)
      if (text === undefined) continue
      const sealed = sealSecret(config.secretKeys, ownerOf(id), text)
      // not over what a teacher has written meanwhile
      resealed += await database.$transaction((tx) =>
        run(tx, 'update meetings set address = $2 where activity_id = $1 and address = $3', id, sealed, address),
      )
    }
    after = found.length < size ? undefined : found.at(-1)!.id
  }
  return resealed
}
