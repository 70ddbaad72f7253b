// Whether the seconds that somebody watches of an upload can be counted: of a file always, of a film elsewhere where its player reports them.
import type { CourseScope } from '@lyceum/course/mirror/rules'
import { orgById } from '@lyceum/identity/mirror/orgs'
import { invalid } from '@lyceum/kit/calls/errors'
import type { Tx } from '@lyceum/kit/database/database'
import { criterionOf } from '../../types/rules.ts'
import { isLink, type ProjectedUpload, uploadsById } from '../../activity/uploads/uploads.ts'

/** Providers whose players report a person's position, to a page whose organisation lets them: `third_party_video`. */
const reporting: readonly string[] = ['youtube', 'vimeo']

/** Without its length nothing of a link can be counted. A file at an address of its own plays in a page of ours. */
async function isMeasured(tx: Tx, org: string, upload: ProjectedUpload | undefined): Promise<boolean> {
  if (!upload || !isLink(upload)) return true
  const { provider, duration } = upload
  if (duration === null || provider === null) return false
  if (!reporting.includes(provider)) return provider === 'file'
  return (await orgById(tx, org))?.settings.toggles?.includes('third_party_video') ?? false
}

type CriterionDraft = { criterion: string; upload: string | undefined }

/** 400 activity.notMeasured at `field` where the criterion needs watched seconds that nobody counts. */
export async function checkMeasured(
  tx: Tx,
  { org }: Pick<CourseScope, 'org'>,
  { criterion, upload }: CriterionDraft,
  field: 'completion_criterion_key' | 'upload_ids',
): Promise<void> {
  if (criterionOf(criterion).kind !== 'watched' || !upload) return
  if (!(await isMeasured(tx, org, (await uploadsById(tx, [upload])).get(upload)))) throw invalid({ [field]: 'activity.notMeasured' })
}

/** The criterion of a draft that names none: a recording whose watching nobody can count is marked as done. */
export async function criterionFor(tx: Tx, { org }: Pick<CourseScope, 'org'>, { criterion, upload }: CriterionDraft): Promise<string> {
  if (criterionOf(criterion).kind !== 'watched' || !upload) return criterion
  return (await isMeasured(tx, org, (await uploadsById(tx, [upload])).get(upload))) ? criterion : 'submitted'
}
