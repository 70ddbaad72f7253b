// Recordings that could not be converted, for the management.
import { calls } from '../call-table.ts'
import { nullable, pageQuery, paged, Time } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { UploadType } from '../rows/shapes.ts'

export const FailedUpload = Type.Object({
  id: Type.String(),
  name: Type.String(),
  type: UploadType,
  size: Type.Integer({ description: 'bytes' }),
  reason: nullable(Type.String({ description: 'a code of Reason' })),
  owner: Type.Object({ id: Type.String(), name: Type.String() }),
  course: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  created_at: Time,
})
export type FailedUpload = Static<typeof FailedUpload>

export const failureCalls = calls({
  'GET /api/management/failed-uploads': {
    summary: 'Recordings whose conversion failed, the newest first; of a department: of its courses and people',
    may: 'files.manage',
    management: true,
    query: pageQuery(),
    reply: paged(FailedUpload),
    errors: ['authCode.needed'],
  },
})
