// The contract table of activities: their shapes and calls.
import { calls, notOpen } from '../call-table.ts'
import { ById, changes, Id, nullable, oneOf, Time, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { ActivityType, exampleDraft, Settings } from '../types/activity-types/api.ts'
import { Module } from '../content/modules/api.ts'
import { MyProgress } from '../progress/api.ts'

/**
 * none; read: once opened; read_pages: each page of its documents has been seen for two seconds; watched_<n>: n % of the video have been watched; submitted; scored_<n>: n % of the points, once they are released;
 * posted_<n>: n posts; attended; answered; passed: the pass mark of the course, once the points are released; by_hand: who teaches says so. Each type offers some of them (completion_criterion_key).
 */
const CriterionKey = Type.String({
  pattern: '^(none|read|read_pages|(watched|scored)_([1-9][0-9]?|100)|posted_[1-9][0-9]?|submitted|attended|answered|passed|by_hand)$',
})

const Points = Type.String({ pattern: '^(?!0+(\\.0+)?$)[0-9]{1,4}(\\.[0-9]{1,4})?$' })
const Release = oneOf('at_once', 'by_hand', 'at_time')

export const ActivityDraft = Type.Object({
  type: ActivityType,
  title: Type.String({ minLength: 1, maxLength: 200 }),
  module_id: Type.Optional(nullable(Id)),
  upload_ids: Type.Optional(Type.Array(Id, { maxItems: 50, uniqueItems: true })),
  /** The HTML of a page, cleaned on write; a description for other types. */
  body: Type.Optional(Type.String({ maxLength: 200_000 })),
  published: Type.Optional(Type.Boolean()),
  start_time: Type.Optional(nullable(Time)),
  /** Late after it, between start and end. */
  due_time: Type.Optional(nullable(Time)),
  /** Closed after it. */
  end_time: Type.Optional(nullable(Time)),
  completion_criterion_key: Type.Optional(CriterionKey),
  /** Activities of the course that a student completes before this one opens. */
  prerequisite_ids: Type.Optional(Type.Array(Id, { maxItems: 20, uniqueItems: true })),
  /** Out of how much it is scored: a decimal above 0 with at most four places. */
  points: Type.Optional(nullable(Points)),
  group_set_id: Type.Optional(nullable(Id)),
  /** Who marks it does not learn whose work it is. */
  anonymous: Type.Optional(Type.Boolean()),
  /** When its scores are shown: with the marking, when a teacher says so, or at release_time. */
  release: Type.Optional(Release),
  release_time: Type.Optional(nullable(Time)),
  /** By type. A setting that is null is taken away, and means its default again. */
  settings: Type.Optional(Settings),
})
export type ActivityDraft = Static<typeof ActivityDraft>

export const criterionKinds = [
  'none',
  'read',
  'read_pages',
  'watched',
  'submitted',
  'scored',
  'posted',
  'attended',
  'answered',
  'passed',
  'by_hand',
] as const
export const Criterion = Type.Object({
  kind: oneOf(...criterionKinds),
  /** Of watched and scored. */
  percent: nullable(Type.Integer()),
  /** Of posted. */
  posts: nullable(Type.Integer()),
})
export type Criterion = Static<typeof Criterion>

export const ActivityUpload = Type.Object({
  id: Type.String(),
  name: Type.String(),
  type: Type.String(),
  size: Type.Integer(),
  status: Type.String(),
  /** True once its first segments exist. */
  playable: Type.Boolean(),
  allow_download: Type.Boolean(),
  duration: nullable(Type.Number()),
  reason: nullable(Type.String()),
  percent: nullable(Type.Number()),
  /** Of a document, once they are counted. */
  pages: nullable(Type.Integer()),
  /** Of a link: whose film it is. */
  provider: nullable(Type.String()),
  videos: Type.Array(Type.Object({ label: Type.String(), width: Type.Integer(), height: Type.Integer(), complete: Type.Boolean() })),
})
export type ActivityUpload = Static<typeof ActivityUpload>

export const Availability = oneOf('open', 'unpublished', 'notStarted', 'ended')
export type Availability = Static<typeof Availability>

/** An activity in the course's content. */
export const ActivityRow = Type.Object({
  id: Type.String(),
  course_id: Type.String(),
  module_id: nullable(Type.String()),
  type: ActivityType,
  title: Type.String(),
  sort: Type.Integer(),
  published: Type.Boolean(),
  start_time: nullable(Type.String()),
  due_time: nullable(Type.String()),
  end_time: nullable(Type.String()),
  availability: Availability,
  is_locked: Type.Boolean(),
  /** The first activity that I have to complete before it opens. */
  locked_by: nullable(Type.String()),
  completion_criterion: Criterion,
  completion_criterion_key: Type.String(),
  points: nullable(Type.String()),
  video_duration: nullable(Type.Number({ description: 'seconds' })),
  uploads: Type.Array(ActivityUpload),
  my: MyProgress,
  /** How far my work in it is: '' before there is any, submitted, scored, … */
  state: Type.String(),
  version: Type.Integer(),
})
export type ActivityRow = Static<typeof ActivityRow>

export const Activity = Type.Interface([ActivityRow], {
  body: Type.String(),
  /** Without deleted ones; for students without drafts. */
  prerequisite_ids: Type.Array(Type.String()),
  group_set_id: nullable(Type.String()),
  anonymous: Type.Boolean(),
  release: Release,
  release_time: nullable(Type.String()),
  /** All settings of its type, with the defaults of those that are not set. */
  settings: Settings,
  created_at: Type.String(),
  updated_at: Type.String(),
})
export type Activity = Static<typeof Activity>

/** Files of an activity, each with a grant and its path on the bytes origin. */
export const GrantedFiles = Type.Object({
  items: Type.Array(
    Type.Object({
      upload_id: Type.String(),
      name: Type.String(),
      type: Type.String(),
      size: Type.Integer(),
      grant: Type.String(),
      url: Type.String(),
    }),
  ),
  expires_at: Type.String(),
})
export type GrantedFiles = Static<typeof GrantedFiles>

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
    summary: 'Move activities of a course before another one of a module (null: without a module), or to its end',
    may: 'signedIn',
    body: Type.Object({ activity_ids: ActivityIds, module_id: nullable(Id), before: nullable(Id) }),
    reply: Arranged,
  },
  'POST /api/courses/:id/publish-activities': {
    summary: 'Publish or hide several activities',
    may: 'content.publish',
    at: 'course',
    params: ById,
    body: Type.Object({ activity_ids: ActivityIds, published: Type.Boolean() }),
    reply: Type.Object({ activity_ids: Type.Array(Type.String()) }),
    status: 200,
  },
})
