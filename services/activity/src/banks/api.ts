// The contract table of banks: collections of questions with folders, who they are shared with, the questions and their versions.
import { bankCalls as calls } from '../call-table.ts'
import { ById, Id, nullable, oneOf, paged, pageQuery, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { GrantedFiles } from '../activities/api.ts'
import { EditorBeat, Editors } from '../editors/api.ts'
import { Content, Key, QuestionTypeName } from '../question-types/api.ts'
import { Html } from '../question-types/shapes.ts'
import { Points } from '../rubrics/api.ts'

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
  /** What everybody who teaches in the organisation may; null: nothing. */
  org_role: nullable(Role),
  /** What the reader may. */
  role: Role,
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

const Title = Type.String({ minLength: 1, maxLength: 200 })
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
const Faults = Type.Record(
  Type.String(),
  Type.Array(Type.Object({ code: Type.String(), params: Type.Object({}, { additionalProperties: true }) })),
)

export const QuestionUse = Type.Object({
  activity_id: Type.String(),
  title: Type.String(),
  course: Type.Object({ id: Type.String(), name: Type.String() }),
  /** Which of its versions is asked there. */
  n: Type.Integer(),
  answers: Type.Integer(),
  difficulty: nullable(Type.Number()),
})
export type QuestionUse = Static<typeof QuestionUse>

const Conditions = Type.Optional(Type.String({ maxLength: 2000 }))
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
  /** Where they go, of move and copy. */
  to: Type.Optional(Type.Object({ bank_id: Id, folder_id: nullable(Id) })),
  /** Of tag. */
  add: Type.Optional(Tags),
  remove: Type.Optional(Tags),
})
export type Bulk = Static<typeof Bulk>
/** Above this a change is a task. */
export const mostAtOnce = 500

const Shares = Type.Object({
  /** Who may change the content of the course has the role. */
  shares: Type.Array(Type.Object({ course_id: Id, role: Role }), { maxItems: 200 }),
  org_role: nullable(Role),
})
export type Shares = Static<typeof Shares>
const NamedShares = Type.Object({
  shares: Type.Array(Type.Object({ course_id: Type.String(), name: Type.String(), role: Role })),
  org_role: nullable(Role),
})

const FolderDraft = Type.Object({ title: Title, parent_id: Type.Optional(nullable(Id)) })

export const bankCalls = calls({
  'GET /api/banks': {
    summary: 'The banks that I may read: with a course those of it, those shared with it, my own and those of the organisation',
    may: 'teachesAnywhere',
    query: pageQuery({ course_id: Type.Optional(Id), deleted: Type.Optional(Type.Boolean()) }),
    reply: paged(Bank),
  },
  'POST /api/banks': {
    summary: 'Make a bank: of a course, of the organisation, or my own',
    may: 'teachesAnywhere',
    body: Type.Object({ title: Title, course_id: Type.Optional(Id), organisation: Type.Optional(Type.Boolean()) }),
    reply: Bank,
    status: 201,
    errors: ['course.notFound', 'field.choice'],
  },
  'GET /api/banks/:id': {
    summary: 'A bank with its folders, and the tags and writers of its questions',
    may: 'readBank',
    at: 'bank',
    params: ById,
    reply: Type.Interface([Bank], {
      folders: Type.Array(BankFolder),
      /** Those that most questions have, at most 200. */
      tags: Type.Array(Type.Object({ tag: Type.String(), questions: Type.Integer() })),
      owners: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), questions: Type.Integer() })),
    }),
  },
  'PUT /api/banks/:id': {
    summary: 'Rename a bank',
    may: 'editBank',
    at: 'bank',
    params: ById,
    body: Type.Object({ title: Title, version: Version }),
    reply: Bank,
    errors: ['bank.newer'],
  },
  'DELETE /api/banks/:id': {
    summary: 'Delete a bank; it can be restored for 30 days. Refused while papers ask one of its questions',
    may: 'manageBank',
    at: 'bank',
    params: ById,
    reply: Type.Null(),
    status: 204,
    errors: ['question.inUse'],
  },
  'PUT /api/banks/:id/restore': {
    summary: 'Restore a deleted bank',
    may: 'manageBank',
    at: 'deletedBank',
    params: ById,
    reply: Bank,
  },
  'GET /api/banks/:id/shares': {
    summary: 'With whom a bank is shared',
    may: 'manageBank',
    at: 'bank',
    params: ById,
    reply: NamedShares,
  },
  'PUT /api/banks/:id/shares': {
    summary: 'Share a bank with courses and with everybody who teaches in the organisation; what is left out ends',
    may: 'manageBank',
    at: 'bank',
    params: ById,
    body: Shares,
    reply: NamedShares,
    errors: ['bank.courseUnknown'],
  },
  'POST /api/banks/:id/folders': {
    summary: 'Make a folder in a bank',
    may: 'editBank',
    at: 'bank',
    params: ById,
    body: FolderDraft,
    reply: BankFolder,
    status: 201,
    errors: ['bankFolder.unknown', 'bankFolder.tooMany'],
  },
  'PUT /api/bank-folders/:id': {
    summary: 'Rename a folder, or move it into another',
    may: 'editBank',
    at: 'bankFolder',
    params: ById,
    body: Type.Object({ title: Type.Optional(Title), parent_id: Type.Optional(nullable(Id)), version: Version }),
    reply: BankFolder,
    errors: ['bankFolder.newer', 'bankFolder.unknown', 'bankFolder.inItself'],
  },
  'DELETE /api/bank-folders/:id': {
    summary: 'Delete a folder; what is in it moves to the folder above',
    may: 'editBank',
    at: 'bankFolder',
    params: ById,
    reply: Type.Null(),
    status: 204,
  },
  'GET /api/banks/:id/questions': {
    summary:
      'The questions of a bank; conditions: keyword, folder_id (a folder with those below, or "none"), type, tag, owner_id, used, deleted',
    may: 'readBank',
    at: 'bank',
    params: ById,
    query: pageQuery({ conditions: Conditions, sort: Type.Optional(oneOf('updated', 'created', 'title')) }),
    reply: paged(QuestionRow),
  },
  'POST /api/banks/:id/questions': {
    summary: 'Add up to 100 questions. Each is added, or answered with what is wrong with it',
    may: 'editBank',
    at: 'bank',
    params: ById,
    body: Type.Object({ questions: Type.Array(QuestionDraft, { minItems: 1, maxItems: 100 }) }),
    bodyLimit: 8 * 1024 * 1024,
    reply: Type.Object({
      /** In the order of the questions. */
      results: Type.Array(Type.Object({ id: nullable(Type.String()), errors: nullable(Faults) })),
    }),
    errors: ['bankFolder.unknown', 'question.tooMany'],
  },
  'POST /api/banks/:id/questions/check': {
    summary: 'What the bank would refuse of up to 100 questions. Nothing is stored, and files and places are not looked at',
    may: 'editBank',
    at: 'bank',
    params: ById,
    body: Type.Object({ questions: Type.Array(QuestionDraft, { minItems: 1, maxItems: 100 }) }),
    bodyLimit: 8 * 1024 * 1024,
    reply: Type.Object({ results: Type.Array(Type.Object({ errors: nullable(Faults) })) }),
    status: 200,
    repeatable: true,
  },
  'GET /api/questions/:id': {
    summary: 'A question in its present version, with its key',
    may: 'readBank',
    at: 'question',
    params: ById,
    reply: Question,
  },
  'PUT /api/questions/:id': {
    summary:
      'Change a question. Another text, content, key, feedback or number of points makes a new version; papers keep the one they ask',
    may: 'editBank',
    at: 'question',
    params: ById,
    body: Type.Interface([Type.Partial(Type.Omit(QuestionDraft, ['type']))], { version: Version }),
    reply: Question,
    errors: ['question.newer', 'bankFolder.unknown', 'upload.unknown'],
  },
  'GET /api/questions/:id/editors': {
    summary: 'Who has it open in an editor, and who changed it last',
    may: 'editBank',
    at: 'question',
    params: ById,
    reply: Editors,
  },
  'PUT /api/questions/:id/editors': {
    summary: 'My editor is open, every 10 s, or closed; who else has one. Kept for 30 s',
    may: 'editBank',
    at: 'question',
    params: ById,
    body: EditorBeat,
    reply: Editors,
    tx: false,
    repeatable: true,
    example: { editor: '0193e6a5-3f7a-7cc2-9d2b-7a4e5d1c9b20', open: true },
  },
  'GET /api/questions/:id/files': {
    summary: 'The pictures, sounds and films of all versions of a question, with their grants',
    may: 'readBank',
    at: 'question',
    params: ById,
    reply: GrantedFiles,
  },
  'GET /api/questions/:id/versions': {
    summary: 'The versions of a question, the newest first, at most 100',
    may: 'readBank',
    at: 'question',
    params: ById,
    reply: Type.Object({ items: Type.Array(StoredVersion) }),
  },
  'GET /api/questions/:id/use': {
    summary: 'In which papers a question stands, how often it was answered and with which result; the newest 100',
    may: 'readBank',
    at: 'question',
    params: ById,
    reply: Type.Object({ items: Type.Array(QuestionUse) }),
  },
  'POST /api/questions/bulk': {
    summary: 'Move, tag, delete, restore or copy questions by their ids or by a list of a bank; more than 500 are a task',
    may: 'teachesAnywhere',
    body: Bulk,
    reply: Type.Object({ changed: Type.Integer(), ids: Type.Array(Type.String()), task: nullable(Type.String()) }),
    errors: ['question.notFound', 'question.inUse', 'bankFolder.unknown', 'bank.notFound', 'field.required'],
  },
})
