// The contract table of activities in the content of a course.
import { calls, notOpen } from '../../call-table.ts'
import { ById, changes, Id, nullable, oneOf, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { Activity, ActivityRow, GrantedFiles } from '../../activity/api.ts'
import { exampleDraft } from '../../types/activity-types/api.ts'
import { ActivityDraft } from '../../types/api.ts'
import { Module } from '../modules/api.ts'
import { Refused } from '../refused-api.ts'

export const CourseContent = Type.Object({
  modules: Type.Array(Module),
  activities: Type.Array(ActivityRow),
  /** Over the published activities that have a criterion. */
  completeness: Type.Object({ study_completeness: Type.Integer(), completed_count: Type.Integer(), activity_count: Type.Integer() }),
})
export type CourseContent = Static<typeof CourseContent>

/** The activities of a module, or of a course without one, in their order. */
const Arranged = Type.Object({ module_id: nullable(Type.String()), activity_ids: Type.Array(Type.String()) })
const ActivityIds = Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true })

export const activityCalls = calls({
  'GET /api/courses/:id/content': {
    summary: 'The content of a course: modules, activities and how far I am. Students see what is published',
    may: 'viewCourse',
    at: 'course',
    anonymous: true,
    params: ById,
    reply: CourseContent,
    errors: ['course.unpublished', 'simulation.visitor'],
  },
  'POST /api/courses/:id/activities': {
    summary: 'Add an activity at the end of a module',
    may: 'content.change',
    at: 'course',
    params: ById,
    body: ActivityDraft,
    reply: Activity,
    status: 201,
    example: exampleDraft,
  },
  'GET /api/activities/:id': {
    summary: 'An activity with its text',
    may: 'viewCourse',
    at: 'activity',
    anonymous: true,
    params: ById,
    reply: Activity,
    errors: notOpen,
  },
  'GET /api/activities/:id/pictures': {
    summary: 'The pictures and attachments of its text, with a grant each',
    may: 'viewCourse',
    at: 'activity',
    anonymous: true,
    params: ById,
    reply: GrantedFiles,
    errors: notOpen,
  },
  'GET /api/activities/:id/files': {
    summary: 'Its uploads that are ready, with a grant each and without a play session: how guests open them. Nothing is recorded',
    may: 'viewCourse',
    at: 'activity',
    anonymous: true,
    params: ById,
    reply: GrantedFiles,
    errors: notOpen,
  },
  'GET /api/activity-files/:id': {
    summary:
      'A grant for the file of this id, where an activity that is open to me shows it: how an address that names the file alone opens it. At most one item; none where I may see no such activity, and where the file is mine',
    may: 'signedIn',
    params: ById,
    reply: GrantedFiles,
  },
  'PUT /api/activities/:id': {
    summary: 'Change the fields that are given',
    may: 'content.change',
    at: 'activity',
    params: ById,
    body: Type.Interface([changes(Type.Omit(ActivityDraft, ['type']))], {
      version: Type.Optional(Version),
      /** With another recording, whose watched seconds count: whether everybody keeps what they have watched, or starts again. */
      progress: Type.Optional(oneOf('keep', 'restart')),
    }),
    reply: Activity,
    errors: ['activity.newer'],
  },
  'DELETE /api/activities/:id': {
    summary: 'Delete an activity; it can be restored for 30 days',
    may: 'content.delete',
    at: 'activity',
    params: ById,
    query: Type.Object({ version: Type.Optional(Version) }),
    reply: Type.Null(),
    status: 204,
    errors: ['activity.newer'],
  },
  'PUT /api/modules/:id/activity-sort': {
    summary: 'Bring these activities into a module in this order; others of the module follow',
    may: 'content.change',
    at: 'module',
    params: ById,
    body: Type.Object({ activity_ids: ActivityIds }),
    reply: Arranged,
  },
  'PUT /api/activity-resort': {
    summary:
      'Move activities of a course before another one of a module (null: without a module), or to its end; those that are not there any more are refused, unless all are',
    may: 'signedIn',
    body: Type.Object({ activity_ids: ActivityIds, module_id: nullable(Id), before: nullable(Id) }),
    reply: Type.Interface([Arranged], { refused: Type.Array(Refused) }),
  },
  'POST /api/courses/:id/activity-dates': {
    summary: 'Set dates of several activities; those left out stay. An activity that they do not fit is refused, with its reason',
    may: 'content.change',
    at: 'course',
    params: ById,
    body: Type.Interface([Type.Pick(ActivityDraft, ['start_time', 'due_time', 'end_time'])], {
      activity_ids: Type.Array(Id, { minItems: 1, maxItems: 100, uniqueItems: true }),
    }),
    reply: Type.Object({ activity_ids: Type.Array(Type.String()), refused: Type.Array(Refused) }),
    status: 200,
    example: { activity_ids: ['2c5ea4c0-4067-4fe9-8bad-9b1deb4d3b7d'], due_time: '2030-01-31T15:59:00Z' },
  },
  'POST /api/courses/:id/publish-activities': {
    summary: 'Publish or hide several activities; those that cannot be published are refused, each with its reason',
    may: 'content.publish',
    at: 'course',
    params: ById,
    body: Type.Object({ activity_ids: ActivityIds, published: Type.Boolean() }),
    reply: Type.Object({ activity_ids: Type.Array(Type.String()), refused: Type.Array(Refused) }),
    status: 200,
  },
})
