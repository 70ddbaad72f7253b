// A submission as who marks it reads it.
import { personNames } from '@lyceum/identity/mirror/persons'
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { notFound } from '@lyceum/kit/calls/errors'
import { one, rows } from '@lyceum/kit/database/database'
import type { Deps } from '../../deps.ts'
import type { Activity } from '../../generated/client.ts'
import { releasedOf } from '../../gradebook/scores/work-scores.ts'
import { handInsOf, isNameless } from '../../activity/anonymity.ts'
import type { Submission } from './api.ts'
import { authorOf } from './authors.ts'
import { aliasOf } from '../../activity/file-aliases.ts'
import { opener } from './files.ts'
import { mostVersions } from './my-versions.ts'
import { namelessText } from '../../activity/work-rules.ts'
import { filesOf, submissionColumns, submissionOf, type SqlSubmission, type SubmissionRow } from './submission-row.ts'
import { readAssignment } from './work.ts'

type VersionRow = { n: number; text: string; files: unknown; submitted_at: Date; late_seconds: number }

/** 404 for a draft, and for a trial. */
export async function readSubmission(deps: Deps, actor: Actor, scope: CourseScope, id: string): Promise<Submission> {
  const { db, config } = deps
  const found = await one<SqlSubmission>(
    db,
    `select ${submissionColumns} from submissions s where s.id = $1 and s.n > 0 and not s.trial`,
    id,
  )
  if (!found) throw notFound('submission', id)
  const row = submissionOf(found)
  const activity = await readAssignment(deps, row.activityId)
  const nameless = await isNameless(db, activity)
  const versions = await rows<VersionRow>(
    db,
    `select n, text, files, submitted_at, late_seconds from submission_versions where submission_id = $1 order by n desc limit ${mostVersions}`,
    id,
  )
  const { file, expires } = await opener(deps, actor, scope, activity, versions.flatMap(filesOf))
  const released = await releasedOf(db, activity, row.memberIds)
  const handIn = await handInsOf(db, activity, nameless)
  return {
    id: row.id,
    activity_id: row.activityId,
    course_id: row.courseId,
    ...(await whose(deps, row, activity, nameless)),
    state: row.state as Submission['state'],
    ...handIn(row.submittedAt!, row.lateSeconds),
    rework: row.rework,
    versions: versions.map((version) => ({
      n: version.n,
      ...handIn(version.submitted_at, version.late_seconds),
      text: nameless ? namelessText(version.text, filesOf(version), (upload) => aliasOf(config, id, upload)) : version.text,
      files: filesOf(version).map((one, nth) => file(one, nth, nameless ? id : undefined)),
    })),
    max: activity.points?.toString() ?? null,
    released: row.memberIds.length > 0 && row.memberIds.every((person) => released.has(person)),
    expires_at: expires.toISOString(),
    version: versionShown(row, nameless),
  }
}

/** A version is the time of its write: of nameless work the number of hand-ins stands for it. */
export const versionShown = ({ n, version }: { n: number; version: bigint | number }, nameless: boolean): number =>
  nameless ? n : Number(version)

/** Author and members; of a nameless work the number alone. */
export async function whose(
  { db }: Pick<Deps, 'db'>,
  row: SubmissionRow,
  { groupSetId }: Pick<Activity, 'groupSetId'>,
  nameless: boolean,
): Promise<Pick<Submission, 'author' | 'members'>> {
  const { pseudonym } = row
  const nobody = { id: '', name: '', user_no: null, avatar: null, pseudonym }
  if (nameless) return { author: authorOf('pseudonym', nobody), members: [] }
  const names = await personNames(db, row.memberIds)
  const known = row.memberIds.flatMap((id) => {
    const person = names.get(id)
    return person && !person.deleted ? [{ id, name: person.name, user_no: person.user_no, avatar: person.avatar }] : []
  })
  if (!groupSetId || !row.groupId) return { author: authorOf('person', { ...nobody, id: row.personId ?? '', ...known[0] }), members: [] }
  const group = await one<{ name: string }>(db, 'select name from mirror.groups where id = $1', row.groupId)
  return {
    author: authorOf('group', { ...nobody, id: row.groupId, name: group?.name ?? '' }),
    members: known.map(({ id, name, avatar }) => ({ id, name, avatar })),
  }
}
