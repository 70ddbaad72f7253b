// Points of single members of a group: where its work has a mark for each, they start from the points of the group.
import { audit } from '@lyceum/kit/audit/audit'
import type { Actor } from '@lyceum/kit/calls/actor'
import { conflict, invalid } from '@lyceum/kit/calls/errors'
import { one, run, type Tx } from '@lyceum/kit/database/database'
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { personNames } from '@lyceum/identity/mirror/persons'
import type {} from '../../audit-actions.ts'
import type { Deps } from '../../deps.ts'
import { checkedPoints } from '../rubrics/rules.ts'
import { isNameless } from '../../activity/anonymity.ts'
import type { MemberPoints, MemberPointsDraft } from './api.ts'
import { handToScores } from './counted.ts'
import { markingsOf } from './marking-row.ts'
import { marksEach, ownPoints } from './own-points.ts'
import { checkVersion, lockWork, readWork } from './work.ts'

const membersOf = async (tx: Tx, submission: string, n: number): Promise<string[]> =>
  (
    await one<{ members: string[] }>(
      tx,
      'select member_ids::text[] as members from submission_versions where submission_id = $1 and n = $2',
      submission,
      n,
    )
  )?.members ?? []

export async function readMemberPoints({ db }: Pick<Deps, 'db'>, id: string, version?: number): Promise<MemberPoints> {
  const work = await readWork(db, id)
  const n = version ?? work.newest
  checkVersion(work, n)
  if (work.max === null || !marksEach(work.activity) || (await isNameless(db, work.activity))) return { items: [] }
  const own = await ownPoints(db, work.activity, id, n)
  const names = await personNames(db, await membersOf(db, id, n))
  const items = [...names.values()]
    .filter(({ deleted }) => !deleted)
    .map((person) => ({
      person: { id: person.id, name: person.name, avatar: person.avatar },
      points: own.get(person.id) ?? null,
    }))
  return { items: items.toSorted((a, b) => a.person.name.localeCompare(b.person.name)) }
}

/** 409 marking.memberNewer when something else stands there than its writer saw, marking.oneForAll where the group has one mark. */
export async function writeMemberPoints(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  id: string,
  { n, person_id: person, points, saw }: MemberPointsDraft,
): Promise<MemberPoints> {
  const { db } = deps
  const work = await lockWork(db, id)
  const { activity } = work
  checkVersion(work, n)
  if (!marksEach(activity)) throw conflict('marking.oneForAll')
  if (await isNameless(db, activity)) throw invalid({ person_id: 'submission.anonymous' })
  if (!(await membersOf(db, id, n)).includes(person)) throw invalid({ person_id: 'field.unknown' })
  const checked = checkedPoints(points, work.max)
  const before = (await ownPoints(db, activity, id, n)).get(person) ?? null
  if (before !== checked) {
    if (before !== checkedPoints(saw, work.max)) throw conflict('marking.memberNewer', { points: before ?? '' })
    await run(
      db,
      checked === null
        ? 'delete from member_points where submission_id = $1 and n = $2 and person_id = $3'
        : `insert into member_points (submission_id, n, person_id, points) values ($1, $2, $3, $4::text::numeric)
           on conflict (submission_id, n, person_id) do update set points = excluded.points`,
      ...[id, n, person, ...(checked === null ? [] : [checked])],
    )
    await audit(db, {
      action: 'marking.changed',
      subject: `submission:${id}`,
      person,
      org: scope.org,
      course: scope.course,
      before: { n, points: before },
      after: { n, points: checked },
    })
    const marking = (await markingsOf(db, id, n)).find(({ slot }) => slot === 0)
    if (marking) await handToScores(deps, actor, work, marking, marking)
  }
  return await readMemberPoints(deps, id, n)
}
