// The contract table of the start page: the actor's to-dos, the courses the actor teaches, the search for activities.
import { calls } from '../../call-table.ts'
import { nullable, oneOf, pageQuery, paged } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { ActivityType } from '../../types/activity-types/api.ts'
import { OfCourses } from '../../shapes.ts'

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
  /** The activity itself, or a review in it: of works of others, or of one's own. */
  kind: oneOf('activity', 'peer_review', 'self_review'),
  /** Of reviews: how many wait to be written. */
  reviews: Type.Integer(),
  /** Its work was returned to be handed in once more: it is in no course's way of dates, and stands first. */
  rework: Type.Boolean(),
  /** An attempt of it runs: it closes when the time of that ends, if that is sooner. */
  running: Type.Boolean(),
  percent: Type.Integer(),
  last_seen_at: nullable(Type.String()),
  video_duration: nullable(Type.Number()),
})
export type Todo = Static<typeof Todo>

/** A course with something to do: the next of it, and how many there are. */
export const TodoCourse = Type.Object({
  course_id: Type.String(),
  course_name: Type.String(),
  total: Type.Integer(),
  late: Type.Integer(),
  next: Todo,
})
export type TodoCourse = Static<typeof TodoCourse>

const TaughtCourse = Type.Object({
  course_id: Type.String(),
  students: Type.Integer(),
  published_count: Type.Integer(),
  draft_count: Type.Integer(),
  failed_count: Type.Integer({ description: 'activities with a file that could not be processed' }),
  to_mark_count: Type.Integer({ description: 'works that wait to be marked by the actor; 0 where the actor marks nothing' }),
  unanswered_count: Type.Integer({ description: 'questions of students that have opened and have no answer yet' }),
  idle_count: Type.Integer({ description: 'students who have opened none of its published activities; 0 while there are none' }),
})
/** A match of the search; `available`: the actor can open it now, it is neither locked nor outside its times. */
export const FoundActivity = Type.Object({
  activity_id: Type.String(),
  course_id: Type.String(),
  course_name: Type.String(),
  type: ActivityType,
  title: Type.String(),
  published: Type.Boolean(),
  course_published: Type.Boolean(),
  available: Type.Boolean(),
  /** Of the name of one of its files or of its text, where the title has not all of the words: pieces in their order, those that were looked for marked. */
  excerpt: nullable(Type.Array(Type.Object({ text: Type.String(), hit: Type.Boolean() }))),
})
export type FoundActivity = Static<typeof FoundActivity>
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
      'What I have to do in all my courses: what is due first, the soonest first, then what I have begun, then what comes next in each. conditions: course_id, state (open, or upcoming: what opens later). upcoming: with open ones, so many of those that open later',
    may: 'signedIn',
    query: pageQuery({
      conditions: Type.Optional(Type.String({ maxLength: 500 })),
      upcoming: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    reply: paged(Todo, {
      /** Over all pages: the number of to-dos that are late, the number due within the next seven days, and when the next one is due. */
      late: Type.Integer(),
      due_soon: Type.Integer(),
      next_due_at: nullable(Type.String()),
      /** With `upcoming`: so many of those that open later, and the number of all of them. */
      upcoming: Type.Optional(Type.Object({ items: Type.Array(Todo), total: Type.Integer() })),
    }),
  },
  'GET /api/todo/courses': {
    summary:
      'What I have to do, course by course: of each course that has something the next to-do and how many there are, in the order of those. conditions: state (open, or upcoming)',
    may: 'signedIn',
    query: pageQuery({ conditions: Type.Optional(Type.String({ maxLength: 500 })) }),
    reply: paged(TodoCourse),
  },
  'GET /api/my-activities': {
    summary:
      'Find activities of my courses by title, names of their files and text: titles that begin with the words first, then words that do, other titles, then files, then texts. Students find what their lists show, and the files and texts that they can open. total counts to 1,000',
    may: 'signedIn',
    query: pageQuery({ keyword: Type.String({ minLength: 1, maxLength: 100 }) }),
    reply: paged(FoundActivity),
  },
  'GET /api/my-teaching': {
    summary:
      'Where I teach: my courses (at most 24), my latest drafts (at most 6), and who has watched the newest videos (at most 5). conditions: course_ids',
    may: 'signedIn',
    query: OfCourses,
    reply: Teaching,
  },
})
