// The contract table of the bin: deleted activities, modules and own items of the gradebook of a course.
import { calls } from '../../call-table.ts'
import { ById, Id, nullable, oneOf, paged, pageQuery } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { Module } from '../../content/modules/api.ts'

export const DeletedItem = Type.Object({
  id: Type.String(),
  /** score_item: of the gradebook, made by hand. */
  kind: oneOf('activity', 'module', 'score_item'),
  type: nullable(Type.String({ description: 'of an activity' })),
  title: Type.String(),
  module: nullable(
    Type.Object(
      { id: Type.String(), name: Type.String(), deleted: Type.Boolean() },
      { description: 'where an activity was; deleted: it comes back without one' },
    ),
  ),
  deleted_at: Type.String(),
  deleted_by: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  /** From then on it cannot be restored. */
  purge_at: Type.String(),
})
export type DeletedItem = Static<typeof DeletedItem>

export const binCalls = calls({
  'GET /api/courses/:id/bin': {
    summary: 'Activities, modules and own items of the gradebook deleted within 30 days, the last first',
    may: 'content.delete',
    at: 'course',
    params: ById,
    query: pageQuery(),
    reply: paged(DeletedItem),
  },
  'PUT /api/activities/:id/restore': {
    summary: 'Restore a deleted activity as it was; where its module is gone, without one',
    may: 'content.delete',
    at: 'deletedActivity',
    params: ById,
    reply: Type.Object({ id: Type.String(), module_id: nullable(Type.String()), published: Type.Boolean(), version: Type.Integer() }),
  },
  'POST /api/activities/restore': {
    summary: 'Restore several deleted activities as they were',
    may: 'signedIn',
    body: Type.Object({ activity_ids: Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true }) }),
    reply: Type.Object({ activity_ids: Type.Array(Type.String()) }),
    status: 200,
  },
  'PUT /api/modules/:id/restore': {
    summary: 'Restore a deleted module where it was in its course',
    may: 'content.delete',
    at: 'deletedModule',
    params: ById,
    reply: Module,
  },
})
