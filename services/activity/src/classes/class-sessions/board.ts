// The board of a class, for who teaches: everybody with presence, hands, attendance and doubts, in three statements.
import { one, rows } from '@lyceum/kit/database/database'
import type { Deps } from '../../deps.ts'
import { noteTaught } from '../closing.ts'
import { doubtedSql } from '../doubts.ts'
import { hereFor, studentsSql } from '../people.ts'
import { sessionRow } from '../session-row.ts'
import { type AttendanceState, type ClassPerson, type Doubt, mostOnBoard, type Way } from '../shapes.ts'
import type { Board } from './api.ts'

type Call = {
  id: string
  ways: Way[]
  opened_at: Date
  late_after: Date | null
  closes_at: Date
  closed_at: Date | null
  number_retired: boolean
  tries: number
  version: string
}
type Row = ClassPerson & {
  here: boolean
  first_at: Date | null
  seen_at: Date | null
  hand_at: Date | null
  picked: number
  state: AttendanceState | null
  way: Way | null
  at: Date | null
  doubts: Doubt[] | null
  asked: boolean
  seen: boolean
  members: number
  all_here: number
  present: number
  late: number
  doubtful: number
}

export async function readBoard({ db, now }: Deps, id: string): Promise<Board> {
  const sql = db
  const time = now()
  const session = await sessionRow(db, id)
  await noteTaught(db, id, time)
  const call = await one<Call>(
    sql,
    `select r.id::text, array_to_json(r.ways) as ways, r.opened_at, r.late_after, r.closes_at, r.closed_at, r.number_retired, r.version::text,
       coalesce((select sum(t.tries) from roll_call_tries t where t.roll_call_id = r.id), 0)::int as tries
     from roll_calls r where r.session_id = $1 order by r.opened_at desc limit 1`,
    id,
  )
  const list = await rows<Row>(
    sql,
    `select ps.id::text, ps.name, ps.user_no, ps.avatar, coalesce(p.seen_at > $3, false) as here, p.first_at, nullif(p.seen_at, 'epoch') as seen_at,
       p.hand_at, coalesce(p.picked, 0) as picked, d.state, d.way, d.at, array_to_json(d.all_doubts) as doubts, d.checked_at is not null as asked,
       d.seen_by is not null as seen, count(*) over ()::int as members, (count(*) filter (where p.seen_at > $3) over ())::int as all_here,
       (count(*) filter (where d.state = 'present') over ())::int as present, (count(*) filter (where d.state = 'late') over ())::int as late,
       (count(*) filter (where d.all_doubts <> '{}' and d.seen_by is null) over ())::int as doubtful
     from (select ps.* from ${studentsSql('$2')}) ps
     left join class_people p on p.session_id = $1 and p.person_id = ps.id
     left join ${doubtedSql('$4')} d on d.person_id = ps.id
     order by ps.name, ps.id limit ${mostOnBoard}`,
    id,
    session.course_id,
    new Date(time.getTime() - hereFor),
    call?.id ?? null,
  )
  const [first] = list
  const personOf = ({ id: person, name, user_no, avatar }: Row): ClassPerson => ({ id: person, name, user_no, avatar })
  const hands = list.filter(({ hand_at }) => hand_at !== null).sort((a, b) => a.hand_at!.getTime() - b.hand_at!.getTime())
  return {
    id,
    state: session.state,
    people: list.map((row) => ({
      person: personOf(row),
      here: row.here,
      first_at: row.first_at?.toISOString() ?? null,
      seen_at: row.seen_at?.toISOString() ?? null,
      hand_at: row.hand_at?.toISOString() ?? null,
      picked: row.picked,
      state: row.state,
      way: row.way,
      at: row.at?.toISOString() ?? null,
      doubts: row.doubts ?? [],
      asked: row.asked,
      seen: row.seen,
    })),
    counts: {
      members: first?.members ?? 0,
      here: first?.all_here ?? 0,
      present: first?.present ?? 0,
      late: first?.late ?? 0,
      doubtful: first?.doubtful ?? 0,
    },
    hands: hands.map((row) => ({ person: personOf(row), hand_at: row.hand_at!.toISOString() })),
    roll_call: call
      ? {
          id: call.id,
          ways: call.ways,
          opened_at: call.opened_at.toISOString(),
          late_after: call.late_after?.toISOString() ?? null,
          closes_at: call.closes_at.toISOString(),
          closed_at: call.closed_at?.toISOString() ?? null,
          tries: call.tries,
          guessed: call.number_retired,
          version: Number(call.version),
        }
      : null,
    version: Number(session.version),
    now: time.toISOString(),
  }
}
