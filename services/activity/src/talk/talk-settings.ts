// Settings of the topics of a course, which forums have of their own.
import { one, type Tx } from '@lyceum/kit/database/database'
import type { Moderation } from './shapes.ts'

type Settings = { moderation: Moderation; version: number }
/** Of the topics of a course; version 0 before they were ever set. */
export async function talkSettings(tx: Tx, course: string): Promise<Settings> {
  const found = await one<{ moderation: Moderation; version: string }>(
    tx,
    'select moderation, version from talk_settings where course_id = $1',
    course,
  )
  return found ? { moderation: found.moderation, version: Number(found.version) } : { moderation: 'nobody', version: 0 }
}
