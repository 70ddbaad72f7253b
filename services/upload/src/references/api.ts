// The contract table of references: the activities and covers that use an upload.
import { calls } from '../call-table.ts'
import { ById, paged, pageQuery } from '@lyceum/kit/calls/shapes'
import { GrantQuery } from '../rows/shapes.ts'
import { Type } from 'typebox'

const HolderKind = Type.String({ description: 'activity, or cover: the course of that id shows it' })

export const Reference = Type.Object({
  activity_id: Type.String({ description: 'the id of the holder' }),
  holder_kind: HolderKind,
  course_id: Type.String(),
  course_name: Type.String(),
  title: Type.String(),
  type: Type.String(),
  published: Type.Boolean(),
})

/** A count of uses, for persons who may delete a file and may not read all of its uses. */
const Hidden = {
  hidden: Type.Integer({
    description:
      'uses in courses that I neither teach nor manage, or that are not for teachers; counted for who may delete the file, without conditions',
  }),
}

export const ResourceActivity = Type.Object({
  id: Type.String({ description: 'the id of the holder' }),
  holder_kind: HolderKind,
  title: Type.String(),
  type: Type.String(),
  published: Type.Boolean(),
  upload_id: Type.String(),
  upload_name: Type.String(),
  course: Type.Object({ id: Type.String(), name: Type.String() }),
})

export const referenceCalls = calls({
  'GET /api/uploads/:id/references': {
    summary:
      'The activities that use an upload, of the courses that I teach or manage; for its owner and who teaches with it. conditions: keyword. With a grant: its activity alone',
    may: 'readFile',
    anonymous: true,
    params: ById,
    query: pageQuery({ conditions: Type.Optional(Type.String({ maxLength: 2000 })), ...GrantQuery.properties }),
    reply: paged(Reference, Hidden),
    errors: ['grant.ended'],
  },
  'GET /api/resources/:id/activities': {
    summary:
      'The activities that use a resource, also those in a folder, of the courses that I teach or manage; for its owner and who teaches with it. conditions: keyword, type, published',
    may: 'signedIn',
    at: 'upload',
    params: ById,
    query: pageQuery({ conditions: Type.Optional(Type.String({ maxLength: 2000 })) }),
    reply: paged(ResourceActivity, Hidden),
  },
})
