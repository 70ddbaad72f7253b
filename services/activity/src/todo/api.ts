// The start page: what I have to do over all my courses, and what stands where I teach.
import { calls } from '@lyceum/kit/calls'
import { nullable, pageQuery, paged } from '@lyceum/kit/shapes'
import { type Static, Type } from 'typebox'
import { ActivityType } from '../activities/api.ts'

export const Todo = Type.Object({
  activity_id: Type.String(),
  course_id: Type.String(),
  course_name: Type.String(),
  type: ActivityType,
  title: Type.String(),
  start_time: nullable(Type.String()),
  end_time: nullable(Type.String()),
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
      'What I have to do in all my courses: what has an end first, the soonest first, then what I have begun, then what comes next in each. conditions: course_id, state (open, or upcoming: what opens later)',
    may: 'signedIn',
    query: pageQuery({ conditions: Type.Optional(Type.String({ maxLength: 500 })) }),
    reply: paged(Todo, {
      /** Of all of them: how many end within seven days, and when the next one does. */
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
