// The contract table of progress: the actor's own, and the students' for teachers.
import { OfCourses } from '../shapes.ts'
import { calls, notOpen } from '../call-table.ts'
import { ById, Id, nullable, pageQuery, paged, sorted } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { MyProgress } from '../activity/api.ts'

const PersonName = Type.Object({ id: Type.String(), name: Type.String(), user_no: Type.String(), avatar: Type.String() })

const completeness = {
  /** 0 to 100 over the published activities that have a criterion. */
  study_completeness: Type.Integer(),
  completed_count: Type.Integer(),
  activity_count: Type.Integer(),
  last_activity: nullable(Type.Object({ id: Type.String(), title: Type.String(), type: Type.String() })),
  last_update_completeness_time: nullable(Type.String()),
}
export const StudyCompleteness = Type.Object({ person: PersonName, ...completeness })
export type StudyCompleteness = Static<typeof StudyCompleteness>

export const Watcher = Type.Object({
  person: PersonName,
  percent: Type.Integer(),
  pages_read: Type.Integer(),
  completed: Type.Boolean(),
  completed_at: nullable(Type.String()),
  watched_seconds: Type.Integer(),
  watched: Type.Array(Type.Array(Type.Number())),
  first_seen_at: nullable(Type.String()),
  last_seen_at: nullable(Type.String()),
})
export type Watcher = Static<typeof Watcher>

/** A video that the actor has begun and not completed. */
export const Watching = Type.Object({
  activity_id: Type.String(),
  course_id: Type.String(),
  title: Type.String(),
  percent: Type.Integer(),
  resume_at: Type.Number(),
  video_duration: nullable(Type.Number()),
  last_seen_at: Type.String(),
})
export type Watching = Static<typeof Watching>

/** Of the course's present students: how many have opened and completed each activity, and how many have work in it that is handed in. */
export const ActivityCounts = Type.Object({
  students: Type.Integer(),
  items: Type.Array(
    Type.Object({ activity_id: Type.String(), started: Type.Integer(), completed: Type.Integer(), submitted: Type.Integer() }),
  ),
})
export type ActivityCounts = Static<typeof ActivityCounts>

export const CompletenessDistribution = Type.Object({
  students: Type.Integer(),
  activity_count: Type.Integer(),
  /** Of all that the students have to complete, the share that is: rounded once. */
  average: Type.Integer(),
  /** Eleven counts of students: from 0, from 10, … from 90, and of 100 per cent. */
  counts: Type.Array(Type.Integer()),
})
export type CompletenessDistribution = Static<typeof CompletenessDistribution>

export const progressCalls = calls({
  'GET /api/my-learning': {
    summary:
      'How far I am in each of my courses as a student (at most 24), and the videos I have begun, the last seen first (at most 4). conditions: course_ids',
    may: 'signedIn',
    query: OfCourses,
    reply: Type.Object({
      courses: Type.Array(
        Type.Object({
          course_id: Type.String(),
          study_completeness: Type.Integer(),
          completed_count: Type.Integer(),
          activity_count: Type.Integer(),
        }),
      ),
      watching: Type.Array(Watching),
    }),
  },
  'POST /api/course/activities-read/:id': {
    summary: 'I have opened this activity',
    may: 'viewCourse',
    simulated: 'trial',
    at: 'activity',
    params: ById,
    reply: MyProgress,
    status: 200,
    repeatable: true,
    errors: notOpen,
  },
  'POST /api/activities/:id/done': {
    summary: 'I have done this activity, or have not after all: where its criterion is submitted and there is nothing to hand in',
    may: 'viewCourse',
    simulated: 'trial',
    at: 'activity',
    params: ById,
    body: Type.Object({ done: Type.Boolean() }),
    reply: MyProgress,
    status: 200,
    repeatable: true,
    errors: [...notOpen, 'activity.notMarkedDone'],
  },
  'PUT /api/activities/:id/completion': {
    summary: 'Complete an activity for students by hand, or take that back. Its criterion is by_hand',
    may: 'progress.change',
    at: 'activity',
    params: ById,
    body: Type.Object({ person_ids: Type.Array(Id, { minItems: 1, maxItems: 500, uniqueItems: true }), completed: Type.Boolean() }),
    reply: Type.Object({ person_ids: Type.Array(Type.String()) }),
    errors: ['activity.notByHand'],
  },
  'GET /api/courses/:id/study-completeness': {
    summary:
      'How far I am in a course; for its teachers also every student, by name unless sorted, in items. conditions: state (none, begun, done), person_ids (100 at most)',
    may: 'viewCourse',
    at: 'course',
    params: ById,
    query: pageQuery({
      keyword: Type.Optional(Type.String({ maxLength: 100 })),
      conditions: Type.Optional(Type.String({ maxLength: 5000 })),
      ...sorted('name', 'user_no', 'completeness', 'updated'),
    }),
    reply: paged(StudyCompleteness, completeness),
    errors: ['course.unpublished', 'simulation.visitor'],
  },
  'GET /api/courses/:id/completeness-distribution': {
    summary: 'How many students of a course have completed how much of it',
    may: 'progress.read',
    at: 'course',
    params: ById,
    reply: CompletenessDistribution,
  },
  'GET /api/courses/:id/activity-counts': {
    summary: 'How many students have opened, completed and handed in each activity of a course',
    may: 'progress.read',
    at: 'course',
    params: ById,
    reply: ActivityCounts,
  },
  'GET /api/activities/:id/watchers': {
    summary: 'Every student with what they have watched of an activity, by name',
    may: 'progress.read',
    at: 'activity',
    params: ById,
    query: pageQuery({ keyword: Type.Optional(Type.String({ maxLength: 100 })) }),
    reply: paged(Watcher, {
      video_duration: nullable(Type.Number()),
      /** Of its documents together, where all are counted. */
      document_pages: nullable(Type.Integer()),
      summary: Type.Object({ students: Type.Integer(), started: Type.Integer(), completed: Type.Integer() }),
    }),
  },
})
