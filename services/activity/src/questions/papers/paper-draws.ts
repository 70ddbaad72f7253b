// Draws of papers: the questions of banks that the author of the paper may read.
import type { Actor } from '@lyceum/kit/calls/actor'
import { rows, type Tx } from '@lyceum/kit/database/database'
import { keylessSql } from '../question-types.ts'
import { type Asker, askers } from '../../types/askers.ts'
import { taughtSql } from '../banks/rights.ts'
import { typesOfAsker } from './types-of-askers.ts'
import type { Draw } from './api.ts'

/** The most questions that a draw chooses among. */
const mostInPool = 5000

/** Whether a person who writes papers of a course may read bank `b`, also one of their other courses in the organisation: parameters are the
 *  course, its organisation and the person. */
export const readableBankSql = (course: string, org: string, person: string) =>
  `(b.deleted_at is null and (b.course_id = ${course} or (b.course_id is null and b.owner_id = ${person}) or (b.org_id = ${org} and b.org_role is not null)
    or (b.org_id = ${org} and b.course_id in (select course_id from ${taughtSql(person, org)} taught)) or exists (select from bank_shares s where s.bank_id = b.id and s.course_id = ${course})))`

export type PaperCourse = { course: string; org: string; actor: Pick<Actor, 'person'> }
export type Pool = { version: string; question: string; stimulus: string | null }[]

/** The questions that a draw chooses among, without those that the activity does not ask. Oldest first. */
export const poolOf = (
  tx: Tx,
  { course, org, actor }: PaperCourse,
  asker: Asker,
  { bank_id, folder_id, tags, types }: Draw,
): Promise<Pool> =>
  rows(
    tx,
    `
    with recursive inside as (
      select id from bank_folders where id = $6::uuid union select f.id from bank_folders f join inside on f.parent_id = inside.id)
    select q.version_id::text as version, q.id::text as question, s.version_id::text as stimulus
    from questions q join banks b on b.id = q.bank_id and ${readableBankSql('$2', '$3', '$4')}
    ${askers[asker].scored ? `join question_versions v on v.id = q.version_id and not ${keylessSql('v')}` : ''}
    left join questions s on s.id = q.stimulus_id
    where q.bank_id = $1 and q.deleted_at is null and q.type = any($5) and q.type <> 'stimulus'
      and ($7 = 'everywhere' or ($7 = 'outside' and q.folder_id is null) or q.folder_id in (select id from inside))
      and q.tags @> $8::text[]
    order by q.created_at, q.id limit ${mostInPool}`,
    bank_id,
    course,
    org,
    actor.person,
    types?.length ? types.filter((type) => typesOfAsker(asker).includes(type)) : typesOfAsker(asker),
    folder_id ?? null,
    folder_id === undefined ? 'everywhere' : folder_id === null ? 'outside' : 'inside',
    tags ?? [],
  )
