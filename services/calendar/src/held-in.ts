// The room of an entry: one of the organisation's rooms, whose name is the entry's place then, or a text of one's own.
import { invalid } from '@lyceum/kit/calls/errors'
import { one, type Tx } from '@lyceum/kit/database/database'
import { cleanTitle } from '@lyceum/kit/text/titles'
import type {} from './errors.ts'

export type Held = { name: string; room: string | null }

/** The place after a write: a room that is given wins over a text, a new text over the room of before. 400 at room_id for one of another organisation. */
export async function heldIn(
  tx: Tx,
  org: string,
  { text, room }: { text?: string | undefined; room?: string | null | undefined },
  before: Held = { name: '', room: null },
): Promise<Held> {
  const typed = text === undefined ? before.name : cleanTitle(text)
  if (room === undefined) return { name: typed, room: typed === before.name ? before.room : null }
  if (room === null) return { name: typed, room: null }
  const found = await one<{ name: string }>(tx, 'select name from rooms where id = $1 and org_id = $2 and deleted_at is null', room, org)
  if (found) return { name: found.name, room }
  // what is held in a room that is deleted meanwhile keeps its name
  if (room === before.room) return { name: typed, room: typed === before.name ? room : null }
  throw invalid({ room_id: 'room.unknown' })
}
