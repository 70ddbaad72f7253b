// The contract table of participation: the students of an activity with their posts in it, what a forum's rubric gives them, and their score.
import { ById, Id, nullable, oneOf, paged, pageQuery } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls, notBegun } from '../../call-table.ts'
import { Marker, MarkingDraft } from '../../work/marking/api.ts'
import { CriterionMarks, Rubric } from '../../work/rubrics/api.ts'
import { Result } from '../../work/submissions/my-submission-api.ts'
import { Post, TalkFile } from '../shapes.ts'

const Person = Type.Object({ id: Type.String(), name: Type.String(), user_no: Type.String(), avatar: Type.String() })
const counts = {
  /** That are shown and name them: anonymous ones count for nobody. */
  posts: Type.Integer(),
  /** Of these, those that answer a topic. */
  replies: Type.Integer(),
}
const MarkState = oneOf('draft', 'done')

export const Participant = Type.Object({
  person: Person,
  ...counts,
  /** Null: none is written, or the reader does not read scores. */
  cell: nullable(Type.Object({ points: nullable(Type.String()), state: Type.String() })),
  /** By the rubric of a forum; null: nobody has begun, or the reader does not mark. */
  mark: nullable(Type.Object({ points: nullable(Type.String()), state: MarkState })),
})
export type Participant = Static<typeof Participant>

export const Participation = paged(Participant, {
  /** Null: it is not scored, or the reader does not read scores. */
  item: nullable(Type.Object({ id: Type.String(), points: Type.String() })),
})
export type Participation = Static<typeof Participation>

export const participationQuery = pageQuery({
  keyword: Type.Optional(Type.String({ maxLength: 100 })),
  conditions: Type.Optional(Type.String({ maxLength: 5000 })),
})
export type ParticipationQuery = Static<typeof participationQuery>

/** The mark of a student's posts in a forum. */
export const ParticipationMark = Type.Object({
  /** Null: erased. */
  marker: Marker,
  points: nullable(Type.String()),
  criteria: CriterionMarks,
  comment: Type.String(),
  /** done: its points are the student's score. */
  state: MarkState,
  /** The `n` of the rubric it was made by. */
  rubric_version: nullable(Type.Integer()),
  version: Type.Integer(),
  updated_at: Type.String(),
})
export type ParticipationMark = Static<typeof ParticipationMark>

export const StudentParticipation = Type.Object({
  person: Person,
  ...counts,
  /** The students before and after them, by name. */
  previous: nullable(Type.String()),
  next: nullable(Type.String()),
  /** The points of the forum; null: it has none. */
  max: nullable(Type.String()),
  mark: nullable(ParticipationMark),
  /** By which the mark was made, else the newest; null without one, and in an activity that is no forum. */
  rubric: nullable(Rubric),
})
export type StudentParticipation = Static<typeof StudentParticipation>

export const StudentPosts = paged(
  Type.Object({
    id: Post.properties.id,
    n: Post.properties.n,
    parent_n: Post.properties.parent_n,
    body: Type.String(),
    created_at: Post.properties.created_at,
    topic: Type.Object({ id: Type.String(), title: Type.String() }),
  }),
  { files: Type.Array(TalkFile), expires_at: Type.String() },
)
export type StudentPosts = Static<typeof StudentPosts>

/** A field that is left out stays. */
export const ParticipationDraft = Type.Omit(MarkingDraft, ['n'])
export type ParticipationDraft = Static<typeof ParticipationDraft>

const ofStudent = Type.Object({ id: Id, person: Id })

export const participationCalls = calls({
  'GET /api/activities/:id/participation': {
    summary: 'Every student with the number of their posts in an activity, by name. conditions: person_ids, at most 100',
    may: 'progress.read',
    at: 'activity',
    params: ById,
    query: participationQuery,
    reply: Participation,
  },
  'GET /api/activities/:id/participation/:person': {
    summary: 'The posts of one student of a forum in numbers, what they are given by its rubric, and who stands beside them in the list',
    may: 'work.mark',
    at: 'activity',
    params: ofStudent,
    reply: StudentParticipation,
    errors: ['marking.notStudent'],
  },
  'GET /api/activities/:id/participation/:person/posts': {
    summary: 'The posts of one student in all topics of an activity that are shown and name them, the oldest first',
    may: 'work.mark',
    at: 'activity',
    params: ofStudent,
    query: pageQuery(),
    reply: StudentPosts,
    errors: ['marking.notStudent'],
  },
  'PUT /api/activities/:id/participation/:person': {
    summary:
      'Save what the posts of a student in a forum are given by its rubric; done hands the points to the scores, done: false takes them back',
    may: 'work.mark',
    at: 'activity',
    params: ofStudent,
    body: ParticipationDraft,
    reply: ParticipationMark,
    errors: ['homework.scoreError', 'marking.newer', 'marking.notStudent', 'results.final', 'rubric.notFound', 'rubric.notOffered'],
  },
  'GET /api/activities/:id/my-participation': {
    summary: 'What my posts in a forum were given, once its score is shown; null before, and where nobody has marked them',
    may: 'viewCourse',
    at: 'activity',
    params: ById,
    reply: Type.Object({ result: nullable(Result) }),
    errors: notBegun,
  },
})
