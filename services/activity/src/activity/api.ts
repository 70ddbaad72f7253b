// The shapes of an activity: as a row of the content, as a whole, its files, and how far a person is in it.
import { nullable } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { Availability, Criterion, Release } from '../types/api.ts'
import { ActivityType, Settings } from '../types/activity-types/api.ts'

/** The actor's own progress. */
export const MyProgress = Type.Object({
  percent: Type.Integer(),
  /** Of its documents. */
  pages_read: Type.Integer(),
  completed: Type.Boolean(),
  completed_at: nullable(Type.String()),
  watched_seconds: Type.Integer(),
  resume_at: Type.Number(),
  read_at: nullable(Type.String()),
  last_seen_at: nullable(Type.String()),
})
export type MyProgress = Static<typeof MyProgress>
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
  /** The state of my work in it: '' before there is any, submitted, scored, … */
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
