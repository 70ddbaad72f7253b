import { calls } from '@lyceum/kit/calls'
import { ById, nullable, pageQuery, paged } from '@lyceum/kit/shapes'
import { type Static, Type } from 'typebox'
import { MyProgress } from '../activities/api.ts'

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
  completed: Type.Boolean(),
  completed_at: nullable(Type.String()),
  watched_seconds: Type.Integer(),
  watched: Type.Array(Type.Array(Type.Number())),
  first_seen_at: nullable(Type.String()),
  last_seen_at: nullable(Type.String()),
})
export type Watcher = Static<typeof Watcher>

export const progressCalls = calls({
  'POST /api/course/activities-read/:id': {
    summary: 'I have opened this activity', may: 'viewCourse', at: 'activity', params: ById, reply: MyProgress, status: 200,
    errors: ['course.unpublished', 'simulation.visitor', 'activity.notStarted', 'activity.ended'],
  },
  'GET /api/courses/:id/study-completeness': {
    summary: 'How far I am in a course; for its teachers also every student, by name, in items', may: 'viewCourse', at: 'course', params: ById,
    query: pageQuery({ keyword: Type.Optional(Type.String({ maxLength: 100 })) }), reply: paged(StudyCompleteness, completeness),
    errors: ['course.unpublished', 'simulation.visitor'],
  },
  'GET /api/activities/:id/watchers': {
    summary: 'Every student with what they have watched of an activity, by name', may: 'teachCourse', at: 'activity', params: ById,
    query: pageQuery({ keyword: Type.Optional(Type.String({ maxLength: 100 })) }),
    reply: paged(Watcher, {
      video_duration: nullable(Type.Number()),
      summary: Type.Object({ students: Type.Integer(), started: Type.Integer(), completed: Type.Integer() }),
    }),
  },
})
