import { calls } from '@lyceum/kit/calls'
import { ById, paged, pageQuery } from '@lyceum/kit/shapes'
import { Type } from 'typebox'

export const Reference = Type.Object({
  activity_id: Type.String(),
  course_id: Type.String(),
  course_name: Type.String(),
  title: Type.String(),
  type: Type.String(),
  published: Type.Boolean(),
})

export const referenceCalls = calls({
  'GET /api/uploads/:id/references': {
    summary: 'The activities that use an upload; conditions: keyword',
    may: 'signedIn',
    at: 'upload',
    params: ById,
    query: pageQuery({ conditions: Type.Optional(Type.String({ maxLength: 2000 })) }),
    reply: paged(Reference),
  },
})
