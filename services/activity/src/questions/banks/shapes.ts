// Shapes of banks and questions on the wire, for the calls of api.ts.
import { Id, nullable, oneOf } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { Content, Key, QuestionTypeName } from '../question-types/api.ts'
import { Html } from '../question-types/shapes.ts'
import { Points } from '../../shapes.ts'

const Role = oneOf('read', 'edit')
export type BankRole = Static<typeof Role>

export const Bank = Type.Object({
  id: Type.String(),
  title: Type.String(),
  /** course: of a course, which whoever may change its content changes. own: of one person. organisation: of everybody who teaches in it. */
  kind: oneOf('course', 'own', 'organisation'),
  course: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  /** Null: of a course or the organisation, or of somebody whose account is gone. */
  owner: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  /** The right of everybody who teaches in the organisation; null: none. */
  org_role: nullable(Role),
  /** The reader's right. */
  role: Role,
  /** The reader may share and delete it, too. */
  manages: Type.Boolean(),
  questions: Type.Integer(),
  deleted: Type.Boolean(),
  version: Type.Integer(),
})
export type Bank = Static<typeof Bank>

export const BankFolder = Type.Object({
  id: Type.String(),
  parent_id: nullable(Type.String()),
  title: Type.String(),
  sort: Type.Integer(),
  /** In the folder itself, without those below. */
  questions: Type.Integer(),
  version: Type.Integer(),
})
export type BankFolder = Static<typeof BankFolder>

export const Title = Type.String({ minLength: 1, maxLength: 200 })
export const Tag = Type.String({ minLength: 1, maxLength: 50 })
const Tags = Type.Array(Tag, { maxItems: 20, uniqueItems: true })

export const QuestionDraft = Type.Object({
  type: QuestionTypeName,
  /** Empty: the first words of the text. */
  title: Type.String({ maxLength: 200 }),
  stem: Html,
  content: Content,
  key: Key,
  /** To everybody, with the results. */
  feedback: Html,
  points: Points,
  tags: Tags,
  folder_id: Type.Optional(nullable(Id)),
  /** The shared text of the same bank that it is about. */
  stimulus_id: Type.Optional(nullable(Id)),
})
export type QuestionDraft = Static<typeof QuestionDraft>

export const QuestionRow = Type.Object({
  id: Type.String(),
  bank_id: Type.String(),
  folder_id: nullable(Type.String()),
  stimulus_id: nullable(Type.String()),
  type: QuestionTypeName,
  title: Type.String(),
  /** The first words of its text. */
  excerpt: Type.String(),
  tags: Type.Array(Type.String()),
  points: Type.String(),
  /** Of its present version, where the reader wants them. */
  content: Type.Optional(Content),
  key: Type.Optional(Key),
  n: Type.Integer({ description: 'counts its versions from 1' }),
  version_id: Type.String(),
  owner: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  /** In how many papers it stands, how many answers were marked, and the share of the points that these earned on average, null without any. */
  papers: Type.Integer(),
  answers: Type.Integer(),
  difficulty: nullable(Type.Number()),
  deleted: Type.Boolean(),
  updated_at: Type.String(),
  version: Type.Integer(),
})
export type QuestionRow = Static<typeof QuestionRow>

const VersionContent = {
  stem: Type.String(),
  content: Content,
  key: Key,
  feedback: Type.String(),
  points: Type.String(),
}

export const Question = Type.Object({
  id: Type.String(),
  bank_id: Type.String(),
  folder_id: nullable(Type.String()),
  stimulus_id: nullable(Type.String()),
  type: QuestionTypeName,
  title: Type.String(),
  tags: Type.Array(Type.String()),
  n: Type.Integer(),
  version_id: Type.String(),
  ...VersionContent,
  role: Role,
  deleted: Type.Boolean(),
  created_at: Type.String(),
  updated_at: Type.String(),
  version: Type.Integer(),
})
export type Question = Static<typeof Question>

export const StoredVersion = Type.Object({
  id: Type.String(),
  n: Type.Integer(),
  ...VersionContent,
  by: nullable(Type.Object({ id: Type.String(), name: Type.String() })),
  at: Type.String(),
})
export type StoredVersion = Static<typeof StoredVersion>

/** By field: `title`, `stem`, `content.options.2.text`. */
export const Faults = Type.Record(
  Type.String(),
  Type.Array(Type.Object({ code: Type.String(), params: Type.Object({}, { additionalProperties: true }) })),
)

export const QuestionUse = Type.Object({
  activity_id: Type.String(),
  title: Type.String(),
  course: Type.Object({ id: Type.String(), name: Type.String() }),
  /** The one of its versions that stands there. */
  n: Type.Integer(),
  answers: Type.Integer(),
  difficulty: nullable(Type.Number()),
})
export type QuestionUse = Static<typeof QuestionUse>

export const Conditions = Type.Optional(Type.String({ maxLength: 2000 }))
/** Questions by their ids, or all that a list has, without some. */
const Selected = {
  ids: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 5000, uniqueItems: true })),
  bank_id: Type.Optional(Id),
  conditions: Conditions,
  except_ids: Type.Optional(Type.Array(Id, { maxItems: 5000, uniqueItems: true })),
}
export const Bulk = Type.Object({
  ...Selected,
  /** restore: what was deleted comes back. */
  action: oneOf('move', 'tag', 'delete', 'restore', 'copy'),
  /** The folder to which move and copy bring them. */
  to: Type.Optional(Type.Object({ bank_id: Id, folder_id: nullable(Id) })),
  /** Of tag. */
  add: Type.Optional(Tags),
  remove: Type.Optional(Tags),
})
export type Bulk = Static<typeof Bulk>
/** Above this a change is a task. */
export const mostAtOnce = 500

export const Shares = Type.Object({
  /** Everybody who may change the content of the course has the role. */
  shares: Type.Array(Type.Object({ course_id: Id, role: Role }), { maxItems: 200 }),
  org_role: nullable(Role),
})
export type Shares = Static<typeof Shares>
export const NamedShares = Type.Object({
  shares: Type.Array(Type.Object({ course_id: Type.String(), name: Type.String(), role: Role })),
  org_role: nullable(Role),
})

export const FolderDraft = Type.Object({ title: Title, parent_id: Type.Optional(nullable(Id)) })
