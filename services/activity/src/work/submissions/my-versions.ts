// Versions of a work as their author reads them, each with its receipt.
import { personNames } from '@lyceum/identity/mirror/persons'
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { Actor } from '@lyceum/kit/calls/actor'
import { rows } from '@lyceum/kit/database/database'
import type { Deps } from '../../deps.ts'
import type { MyVersion } from './my-submission-api.ts'
import { opener } from './files.ts'
import { filesOf } from './submission-row.ts'
import type { Work } from './work.ts'

/** The most versions that are read at once. */
export const mostVersions = 100

type Row = {
  n: number
  text: string
  files: unknown
  submitted_by: string | null
  submitted_at: Date
  due_time: Date | null
  late_seconds: number
  receipt: string
}

/** Newest first; those alone that were handed in while the actor was one of their people. */
export async function readMyVersions(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  work: Work,
  id: string,
  n?: number,
): Promise<MyVersion[]> {
  const versions = await rows<Row>(
    deps.db,
    `
    select n, text, files, submitted_by::text, submitted_at, due_time, late_seconds, receipt from submission_versions
    where submission_id = $1 and member_ids @> array[$2::uuid] and ($3::int is null or n = $3) order by n desc limit ${mostVersions}`,
    id,
    actor.person,
    n ?? null,
  )
  const names = await personNames(
    deps.db,
    versions.flatMap(({ submitted_by }) => submitted_by ?? []),
  )
  const { file } = await opener(deps, actor, scope, work.activity, versions.flatMap(filesOf), work.timesVersion)
  return versions.map((version) => {
    const by = names.get(version.submitted_by ?? '')
    return {
      n: version.n,
      submitted_at: version.submitted_at.toISOString(),
      submitted_by: by && !by.deleted ? { id: by.id, name: by.name } : null,
      due: version.due_time?.toISOString() ?? null,
      late_seconds: version.late_seconds,
      text: version.text,
      files: filesOf(version).map((one, nth) => file(one, nth)),
      receipt: version.receipt,
    }
  })
}

export async function readMyVersion(deps: Deps, actor: Actor, scope: CourseScope, work: Work, id: string, n: number): Promise<MyVersion> {
  const [version] = await readMyVersions(deps, actor, scope, work, id, n)
  return version!
}
