import { calls } from '@lyceum/kit/calls'
import { Type } from 'typebox'

/** Bytes, declared ones included. storage_total is what I may keep; the bar warns from 80 %. */
export const StorageUsed = Type.Object({
  storage_used: Type.Integer(),
  storage_total: Type.Integer(),
  org_used: Type.Integer(),
  org_total: Type.Integer(),
})

export const storageCalls = calls({
  'GET /api/user/storage-used': { summary: 'How much I keep, and how much I may', may: 'signedIn', reply: StorageUsed },
})
