// A work as its reviewers read it: the version that stood when the reviews were given out, files under names that say nothing of their author.
import type { Actor } from '@lyceum/kit/calls/actor'
import { notFound } from '@lyceum/kit/calls/errors'
import { one } from '@lyceum/kit/database/database'
import type { CourseScope } from '@lyceum/course/mirror/rules'
import type { OpenedActivity } from '../../activity/open-activity.ts'
import type { Deps } from '../../deps.ts'
import type { SubmissionFile } from '../submissions/api.ts'
import { aliasOf } from '../../activity/file-aliases.ts'
import { opener } from '../submissions/files.ts'
import { namelessText, type SubmittedFile } from '../../activity/work-rules.ts'

export async function reviewedFiles(
  deps: Deps,
  actor: Actor,
  scope: CourseScope,
  activity: OpenedActivity,
  submission: string,
  n: number,
): Promise<{ text: string; files: SubmissionFile[] }> {
  const version = await one<{ text: string; files: SubmittedFile[] }>(
    deps.db,
    'select text, files from submission_versions where submission_id = $1 and n = $2',
    submission,
    n,
  )
  if (!version) throw notFound('submission', submission)
  const { file } = await opener(deps, actor, scope, activity, version.files, activity.timesVersion)
  const alias = (upload: string) => aliasOf(deps.config, submission, upload)
  return { text: namelessText(version.text, version.files, alias), files: version.files.map((one, nth) => file(one, nth, submission)) }
}
