// The call that reports pages of a document as seen.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict } from '@lyceum/kit/calls/errors'
import { one } from '@lyceum/kit/database/database'
import { columnsOf, type RowOf } from '@lyceum/kit/database/sql-row'
import { openActivity } from '../../activity/open-activity.ts'
import type { Deps } from '../../deps.ts'
import type { PlaySession } from '../../generated/client.ts'
import { lateHours } from '../plays/rules.ts'
import { record } from '../progress.ts'
import { recordedActivity } from '../recorded-activity.ts'
import { progressOf } from '../../activity/progress-row.ts'
import { countsProgress } from '../../trial.ts'
import type { PagesRead, PagesReadReply } from './api.ts'
import { documentsAmong } from './documents.ts'
import { creditPages } from './rules.ts'

const sessionColumns = columnsOf<PlaySession>()('upload_id', 'started_at', 'told')

/** Counts pages as read. 409 play.over for a play session that is not the actor's own, or whose file is replaced; play.notDocument. */
export async function readPages(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  id: string,
  { play_session_id, pages: reported }: PagesRead,
): Promise<PagesReadReply> {
  const { db } = deps
  const activity = await openActivity(deps, actor, scope, id)
  const session = await one<RowOf<typeof sessionColumns>>(
    db,
    `select ${sessionColumns()} from play_sessions where id = $1 and activity_id = $2 and person_id = $3`,
    play_session_id,
    id,
    actor.person,
  )
  const now = deps.now()
  if (!session || !activity.uploadIds.includes(session.upload_id)) throw conflict('play.over')
  if (now.getTime() - session.started_at.getTime() > lateHours * 3_600_000) throw conflict('play.over')
  const [document] = await documentsAmong(db, [session.upload_id])
  const pages = document?.pages
  if (!pages) throw conflict('play.notDocument')
  let seen: PagesReadReply['seen'] = []
  const row = await record(
    db,
    await recordedActivity(db, activity),
    actor.person,
    ({ credited_until, details }) => {
      const clock = { pages, creditedUntil: credited_until, startedAt: session.started_at, now }
      const credited = creditPages(details.pages?.[session.upload_id] ?? [], reported, clock)
      seen = credited.seen
      return { kind: 'pagesSeen', upload: session.upload_id, ...credited }
    },
    { now, counts: session.told && countsProgress(scope) },
  )
  return { ...progressOf(row), seen }
}
