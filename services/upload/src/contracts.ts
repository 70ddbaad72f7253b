// The calls of upload, by feature.
import { auditCalls } from '@lyceum/kit/audit/api'
import { captionCalls } from './captions/api.ts'
import { failureCalls } from './failures/api.ts'
import { groupCalls } from './groups/api.ts'
import { linkCalls } from './links/api.ts'
import { orgBinCalls } from './org-bin/api.ts'
import { packageCalls } from './package-doors/api.ts'
import { referenceCalls } from './references/api.ts'
import { sharingCalls } from './sharing/api.ts'
import { storageCalls } from './storage/api.ts'
import { uploadCalls } from './uploads/api.ts'
import { viewCalls } from './viewing/api.ts'

/** Without the calls of the bytes listener (bytes/api.ts), which has an origin of its own. */
export const contracts = {
  ...uploadCalls,
  ...linkCalls,
  ...storageCalls,
  ...failureCalls,
  ...referenceCalls,
  ...groupCalls,
  ...sharingCalls,
  ...orgBinCalls,
  ...viewCalls,
  ...captionCalls,
  ...packageCalls,
  ...auditCalls('upload'),
}
