// The row of a note as one person reads it, with its course, activity and file as far as these are open to them.
import { permittedAmong, suspendedSql, taughtAmong } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { rows } from '@lyceum/kit/database/database'
import type { Deps } from '../../deps.ts'
import { lockedOf } from '../../times/prerequisites/prerequisites.ts'
import { joinTimes, openAt, shownSql } from '../../times/times-sql.ts'
import type { Area, Audience, Note, TargetType } from './api.ts'

type Row = {
  id: string
  course_id: string
  course_name: string
  activity_id: string | null
  target_type: TargetType
  target_id: string
  anchor: number
  area: Area | null
  quote: string
  placed: boolean
  content: string
  audience: Audience
  mine: boolean
  author: Note['author']
  /** The activity is there and shows the file. */
  there: boolean
  /** To a student of the course. */
  begun: boolean
  activity_title: string | null
  file_name: string | null
  created_at: Date
  updated_at: Date
  version: string
}

/** These notes in their order, in four queries. */
export async function readNotes(deps: Deps, actor: Actor, ids: readonly string[]): Promise<Note[]> {
  if (ids.length === 0) return []
  const { db, now } = deps
  const found = await rows<Row>(
    db,
    `
    select n.id::text, n.course_id::text, coalesce(c.name, '') as course_name, n.activity_id::text, n.target_type, n.target_id::text, n.anchor::float8,
      n.area, n.quote, n.placed, n.content, n.audience, n.person_id = $2::uuid as mine,
      jsonb_build_object('id', n.person_id, 'name', coalesce(w.name, ''), 'avatar', coalesce(w.avatar, '')) as author,
      coalesce(not c.deleted and a.id is not null and u.id is not null and n.target_id = any(a.upload_ids || a.text_upload_ids), false) as there,
      coalesce(c.published and m.person_id is not null and not ${suspendedSql} and ${shownSql('a')} and ${openAt('$3')}, false) as begun,
      a.title as activity_title, u.name as file_name, n.created_at, n.updated_at, n.version::text
    from unnest($1::uuid[]) with ordinality as wanted(id, at)
    join notes n on n.id = wanted.id
    left join mirror.courses c on c.id = n.course_id
    left join mirror.persons w on w.id = n.person_id
    left join activities a on a.id = n.activity_id and not a.deleted
    left join uploads u on u.id = n.target_id and not u.deleted
    left join mirror.members m on m.course_id = n.course_id and m.person_id = $2::uuid and m.state = 'active'
    left join mirror.persons ps on ps.id = $2::uuid
    left join mirror.orgs o on o.id = c.org_id
    ${joinTimes('$2::uuid')}
    order by wanted.at`,
    ids,
    actor.person,
    now(),
  )
  const taught = new Set(await taughtAmong(db, actor, [...new Set(found.map(({ course_id }) => course_id))]))
  const shared = found.filter(({ mine }) => !mine).map(({ course_id }) => course_id)
  const moderated = new Set(await permittedAmong(db, actor, [...new Set(shared)], 'talk.moderate'))
  const asked = found.filter(({ course_id, there, begun }) => there && begun && !taught.has(course_id))
  const locked = await lockedOf(db, actor.person, [...new Set(asked.map(({ activity_id }) => activity_id!))])
  return found.map(({ there, begun, activity_title, file_name, created_at, updated_at, version, ...row }): Note => {
    const open = there && (taught.has(row.course_id) || (begun && !locked.has(row.activity_id!)))
    return {
      ...row,
      open,
      can_take_back: !row.mine && moderated.has(row.course_id),
      activity_title: open ? activity_title : null,
      file_name: open ? file_name : null,
      created_at: created_at.toISOString(),
      updated_at: updated_at.toISOString(),
      version: Number(version),
    }
  })
}
