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

export const ResourceActivity = Type.Object({
  id: Type.String(),
  title: Type.String(),
  type: Type.String(),
  published: Type.Boolean(),
  upload_id: Type.String(),
  upload_name: Type.String(),
  course: Type.Object({ id: Type.String(), name: Type.String() }),
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
  'GET /api/resources/:id/activities': {
    summary: 'The activities that use a resource, also those in a folder; conditions: keyword, type, published',
    may: 'signedIn',
    at: 'upload',
    params: ById,
    query: pageQuery({ conditions: Type.Optional(Type.String({ maxLength: 2000 })) }),
    reply: paged(ResourceActivity),
  },
})
