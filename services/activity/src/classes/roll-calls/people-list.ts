// The students of a course in a roll call, a page of them.
import { conditionsOf, limits, pageOf } from '@lyceum/kit/calls/shapes'
import { invalid } from '@lyceum/kit/calls/errors'
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { one, rows } from '@lyceum/kit/database/database'
import { foldedSql, heldSql, wordPatterns } from '@lyceum/kit/database/like-pattern'
import type { Deps } from '../../deps.ts'
import { doubtedSql } from '../doubts.ts'
import { classPeople, studentsSql } from '../people.ts'
import { type AttendanceState, type ClassPerson, type Doubt, isId, type Way } from '../shapes.ts'
import { PeopleState, type RollCallPeopleQuery } from './api.ts'
import { foundCall, toRollCall } from './call-row.ts'

type Row = ClassPerson & {
  state: AttendanceState | null
  way: Way | null
  at: Date | null
  doubts: Doubt[] | null
  asked: boolean
  seen_by: string | null
  reason: string | null
  changes: number
}

function readConditions(text: string | undefined) {
  const read = conditionsOf(text, ['state', 'doubtful', 'asked', 'keyword', 'person_id'])
  if (read.state !== undefined && !(PeopleState as unknown as { enum: unknown[] }).enum.includes(read.state))
    throw invalid({ 'conditions.state': 'field.choice' })
  for (const flag of ['doubtful', 'asked'] as const)
    if (read[flag] !== undefined && typeof read[flag] !== 'boolean') throw invalid({ [`conditions.${flag}`]: 'field.type' })
  if (read.keyword !== undefined && typeof read.keyword !== 'string') throw invalid({ 'conditions.keyword': 'field.type' })
  if (read.person_id !== undefined && !isId(read.person_id)) throw invalid({ 'conditions.person_id': 'field.format' })
  return {
    person: (read.person_id as string | undefined) ?? null,
    state: read.state ?? null,
    doubtful: read.doubtful === true,
    asked: read.asked === true,
    keyword: read.keyword ?? '',
  }
}

export async function listCallPeople({ db, now }: Deps, scope: CourseScope, query: RollCallPeopleQuery) {
  const { id, course } = foundCall(scope)
  const { person, state, doubtful, asked, keyword } = readConditions(query.conditions)
  const { limit, offset } = limits(query)
  const from = `from (select ps.* from ${studentsSql('$2')}
      union select p.* from mirror.persons p join attendance a on a.roll_call_id = $1 and a.person_id = p.id where not p.deleted) ps
    left join ${doubtedSql('$1')} d on d.person_id = ps.id
    where ($3::text is null or coalesce(d.state, 'none') = $3::text) and (not $4::bool or (d.all_doubts <> '{}' and d.seen_by is null))
      and (not $5::bool or d.checked_at is not null) and ${heldSql(foldedSql('ps.name', 'ps.user_no'), '$6')} and ($7::uuid is null or ps.id = $7::uuid)`
  const values = [id, course, state, doubtful, asked, wordPatterns(String(keyword)), person]
  const list = await rows<Row>(
    db,
    `select ps.id::text, ps.name, ps.user_no, ps.avatar, d.state, d.way, d.at, array_to_json(d.all_doubts) as doubts, d.checked_at is not null as asked,
       d.seen_by::text, d.reason, (select count(*)::int from attendance_changes c where c.roll_call_id = $1 and c.person_id = ps.id) as changes
     ${from} order by ps.name, ps.id limit $8 offset $9`,
    ...values,
    limit,
    offset,
  )
  const head = await one<{ n: number }>(db, `select count(*)::int as n ${from}`, ...values)
  const seers = await classPeople(
    db,
    list.flatMap(({ seen_by }) => seen_by ?? []),
  )
  return {
    ...pageOf(
      query,
      head?.n ?? 0,
      list.map((row) => ({
        person: { id: row.id, name: row.name, user_no: row.user_no, avatar: row.avatar },
        state: row.state,
        way: row.way,
        at: row.at?.toISOString() ?? null,
        doubts: row.doubts ?? [],
        asked: row.asked,
        seen_by: (row.seen_by !== null && seers.get(row.seen_by)) || null,
        reason: row.reason ?? '',
        changes: row.changes,
      })),
    ),
    roll_call: await toRollCall(db, id, now()),
  }
}
