// The list of submissions for who marks them.
import { personNames } from '@lyceum/identity/mirror/persons'
import { limits, pageOf, type PageQuery } from '@lyceum/kit/calls/shapes'
import { storedTime } from '@lyceum/kit/database/stored-times'
import type { Deps } from '../../deps.ts'
import { releasedOf } from '../../gradebook/scores/work-scores.ts'
import { handInsOf, isNameless } from '../../activity/anonymity.ts'
import { authorOf } from './authors.ts'
import type { SubmissionRow } from './api.ts'
import { type ListRow, readConditions, readPage, type Sort } from './list-sql.ts'
import { versionShown } from './submissions.ts'
import { readAssignment } from './work.ts'

type Query = PageQuery & { conditions?: string; sort?: Sort; order?: 'ascending' | 'descending' }

export async function listSubmissions(deps: Deps, id: string, query: Query) {
  const { db } = deps
  const activity = await readAssignment(deps, id)
  const nameless = await isNameless(db, activity)
  const conditions = readConditions(query.conditions, nameless)
  const { limit, offset } = limits(query)
  const { counts, total, items } = await readPage(
    db,
    { activity, conditions, nameless },
    { sort: query.sort ?? 'name', descending: query.order === 'descending', limit, offset },
  )
  const members = items.flatMap((row) => row.members)
  const names = nameless || !activity.groupSetId ? new Map<string, never>() : await personNames(db, members)
  const released = await releasedOf(db, activity, members)
  const handIn = await handInsOf(db, activity, nameless)
  const max = activity.points?.toString() ?? null
  const kind = nameless ? 'pseudonym' : activity.groupSetId ? 'group' : 'person'
  const shown = items.map((row): SubmissionRow => {
    const { id, state, rework, n, marking, points } = row
    return {
      ...{ id, state, rework, n, marking, points, max, version: versionShown(row, nameless) },
      author: authorOf(kind, { ...row, id: row.author_id }),
      ...(row.submitted_at ? handIn(storedTime(row.submitted_at), row.late_seconds) : { submitted_at: null, late_seconds: 0 }),
      due: nameless ? null : iso(row.due),
      closes: nameless ? null : iso(row.closes),
      extended: !nameless && row.extended,
      released: row.id !== null && row.members.length > 0 && row.members.every((person) => released.has(person)),
      files: row.files ?? 0,
      members: membersOf(row, names),
      similar: row.similar,
    }
  })
  return { ...pageOf(query, total, shown), counts, anonymous: nameless }
}

const iso = (time: string | null) => time && storedTime(time).toISOString()

const membersOf = ({ members }: ListRow, names: Awaited<ReturnType<typeof personNames>>) =>
  members.flatMap((person) => {
    const known = names.get(person)
    return known && !known.deleted ? [{ id: person, name: known.name, avatar: known.avatar }] : []
  })
