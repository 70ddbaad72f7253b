// The shapes that depend on an activity's type: its draft, its criterion of completion, when it is open.
import { Id, nullable, oneOf, Time } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { ActivityType, Settings } from './activity-types/api.ts'

/**
 * none; read: once opened; read_pages: each page of its documents has been seen for two seconds; watched_<n>: n % of the video have been watched; submitted; scored_<n>: n % of the points, once they are released;
 * posted_<n>: n posts; attended; answered; passed: the pass mark of the course, once the points are released, or a package that says so; by_hand: a teacher marks it so. Each type offers some of them (completion_criterion_key).
 */
const CriterionKey = Type.String({
  pattern: '^(none|read|read_pages|(watched|scored)_([1-9][0-9]?|100)|posted_[1-9][0-9]?|submitted|attended|answered|passed|by_hand)$',
})

const Points = Type.String({ pattern: '^(?!0+(\\.0+)?$)[0-9]{1,4}(\\.[0-9]{1,4})?$' })
export const Release = oneOf('at_once', 'by_hand', 'at_time')

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
  /** Its markers do not learn whose work it is. */
  anonymous: Type.Optional(Type.Boolean()),
  /** When its scores are shown: with the marking, when a teacher releases them, or at release_time. */
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

export const Availability = oneOf('open', 'unpublished', 'notStarted', 'ended')
export type Availability = Static<typeof Availability>
