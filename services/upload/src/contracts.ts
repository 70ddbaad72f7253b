import { captionCalls } from './captions/api.ts'
import { groupCalls } from './groups/api.ts'
import { referenceCalls } from './references/api.ts'
import { storageCalls } from './storage/api.ts'
import { uploadCalls } from './uploads/api.ts'
import { viewCalls } from './viewing/api.ts'

/** What the BFF forwards. The bytes door's calls (bytes/api.ts) have an origin of their own. */
export const contracts = { ...uploadCalls, ...storageCalls, ...referenceCalls, ...groupCalls, ...viewCalls, ...captionCalls }
