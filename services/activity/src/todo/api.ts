// The contract table of the start page: the actor's to-dos, and the courses the actor teaches.
import { calls } from '../call-table.ts'
import { nullable, pageQuery, paged } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { ActivityType } from '../activity-types/api.ts'

export const Todo = Type.Object({
  activity_id: Type.String(),
  course_id: Type.String(),
  course_name: Type.String(),
  type: ActivityType,
  title: Type.String(),
  start_time: nullable(Type.String()),
  due_time: nullable(Type.String()),
  end_time: nullable(Type.String()),
  /** Due before now, and still open. */
  late: Type.Boolean(),
  percent: Type.Integer(),
  last_seen_at: nullable(Type.String()),
  video_duration: nullable(Type.Number()),
})
export type Todo = Static<typeof Todo>

const TaughtCourse = Type.Object({
  course_id: Type.String(),
  students: Type.Integer(),
  published_count: Type.Integer(),
  draft_count: Type.Integer(),
})
const DraftRow = Type.Object({
  activity_id: Type.String(),
  course_id: Type.String(),
  course_name: Type.String(),
  type: ActivityType,
  title: Type.String(),
  updated_at: Type.String(),
})
const WatchedVideo = Type.Object({
  activity_id: Type.String(),
  course_id: Type.String(),
  course_name: Type.String(),
  title: Type.String(),
  students: Type.Integer(),
  started: Type.Integer(),
  completed: Type.Integer(),
  last_seen_at: nullable(Type.String()),
})
export const Teaching = Type.Object({
  courses: Type.Array(TaughtCourse),
  drafts: Type.Array(DraftRow),
  draft_total: Type.Integer(),
  videos: Type.Array(WatchedVideo),
})
export type Teaching = Static<typeof Teaching>

export const todoCalls = calls({
  'GET /api/todo': {
    summary:
      'What I have to do in all my courses: what is due first, the soonest first, then what I have begun, then what comes next in each. conditions: course_id, state (open, or upcoming: what opens later)',
    may: 'signedIn',
    query: pageQuery({ conditions: Type.Optional(Type.String({ maxLength: 500 })) }),
    reply: paged(Todo, {
      /** Over all pages: the number of to-dos that are late, the number due within the next seven days, and when the next one is due. */
      late: Type.Integer(),
      due_soon: Type.Integer(),
      next_due_at: nullable(Type.String()),
    }),
  },
  'GET /api/my-teaching': {
    summary: 'Where I teach: my courses (at most 24), my latest drafts (at most 6), and who has watched the newest videos (at most 5)',
    may: 'signedIn',
    reply: Teaching,
  },
})
