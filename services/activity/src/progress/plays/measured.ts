// Whether the seconds that somebody watches of an upload can be counted: of a file always, of a film elsewhere where its player tells them.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { orgById } from '@lyceum/identity/mirror/orgs'
import { invalid } from '@lyceum/kit/calls/errors'
import type { Tx } from '@lyceum/kit/database/database'
import { criterionOf } from '../../types/rules.ts'
import { isLink, type ProjectedUpload, uploadsById } from '../../activity/uploads/uploads.ts'

/** Their players tell how far a person is, to a page whose organisation lets them: `third_party_video`. */
const telling: readonly string[] = ['youtube', 'vimeo']

/** Without its length nothing of a link can be counted. A file at an address of its own plays in a page of ours. */
async function isMeasured(tx: Tx, org: string, upload: ProjectedUpload | undefined): Promise<boolean> {
  if (!upload || !isLink(upload)) return true
  const { provider, duration } = upload
  if (duration === null || provider === null) return false
  if (!telling.includes(provider)) return provider === 'file'
  return (await orgById(tx, org))?.settings.toggles?.includes('third_party_video') ?? false
}

type Given = { criterion: string; upload: string | undefined }

/** 400 activity.notMeasured at `field` where watched seconds are asked for that nobody counts. */
export async function checkMeasured(
  tx: Tx,
  { org }: Pick<CourseScope, 'org'>,
  { criterion, upload }: Given,
  field: 'completion_criterion_key' | 'upload_ids',
): Promise<void> {
  if (criterionOf(criterion).kind !== 'watched' || !upload) return
  if (!(await isMeasured(tx, org, (await uploadsById(tx, [upload])).get(upload)))) throw invalid({ [field]: 'activity.notMeasured' })
}

/** What completes it where the draft does not say: what nobody counts is marked as done. */
export async function criterionFor(tx: Tx, { org }: Pick<CourseScope, 'org'>, { criterion, upload }: Given): Promise<string> {
  if (criterionOf(criterion).kind !== 'watched' || !upload) return criterion
  return (await isMeasured(tx, org, (await uploadsById(tx, [upload])).get(upload))) ? criterion : 'submitted'
}
