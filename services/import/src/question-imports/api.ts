// The contract table of imports of questions: a look at a file, the import as a task, and what became of each question.
import { calls } from '../call-table.ts'
import { encodings } from '@lyceum/kit/text/encodings'
import { Id, nullable, oneOf, paged, pageQuery } from '@lyceum/kit/calls/shapes'
import { TaskId } from '@lyceum/kit/tasks/api'
import { type Static, Type } from 'typebox'

export const Format = oneOf('moodle_xml', 'gift', 'aiken', 'qti', 'csv', 'text')
/** Of the bytes as base64: files of 24 MiB. */
const Content = Type.String({ minLength: 1, maxLength: 32 * 1024 ** 2, pattern: '^[A-Za-z0-9+/]+={0,2}$' })
const bodyLimit = 34 * 1024 ** 2
const File = {
  name: Type.String({ maxLength: 500 }),
  content: Content,
  /** Left out: the one that it looks like. */
  format: Type.Optional(Format),
  /** Left out: the one that it declares, or that is likeliest. */
  encoding: Type.Optional(oneOf(...encodings)),
  /** The language of the organisation, which decides between two encodings that are as likely. */
  language: Type.Optional(Type.String({ maxLength: 10 })),
}
const Params = Type.Object({}, { additionalProperties: true })
const Note = Type.Object({ code: Type.String(), params: Params })

/** The outcome, expected or reached, of a question of the file. */
export const ImportedItem = Type.Object({
  /** Its place in the file, from 0; what cannot be read follows those that can. */
  item: Type.Integer(),
  title: Type.String(),
  /** Its question type; '' for what cannot be read. */
  type: Type.String(),
  outcome: oneOf('imported', 'converted', 'skipped'),
  /** Why it is not what the file says: the first of `notes`. */
  code: nullable(Type.String()),
  params: Params,
  /** All that is not what the file says. */
  notes: Type.Array(Note),
  /** The question that was made. */
  id: nullable(Type.String()),
})
export type ImportedItem = Static<typeof ImportedItem>

export const Preview = Type.Object({
  format: Format,
  /** The encoding that its text was read in; null for an archive, whose files name theirs. */
  encoding: nullable(oneOf(...encodings)),
  /** Letters that its bytes do not have in this encoding: how many, and the line of the first. */
  replaced: nullable(Type.Object({ count: Type.Integer(), line: Type.Integer() })),
  items: Type.Array(
    Type.Interface([ImportedItem], {
      folder: Type.Array(Type.String()),
      excerpt: Type.String(),
      points: Type.String(),
      /** The item of the text that it is about. */
      about: nullable(Type.Integer()),
    }),
  ),
  counts: Type.Object({ imported: Type.Integer(), converted: Type.Integer(), skipped: Type.Integer() }),
})
export type Preview = Static<typeof Preview>

const fileErrors = [
  'questionImport.broken',
  'questionImport.noColumn',
  'questionImport.noQuestions',
  'questionImport.tooLarge',
  'questionImport.tooMany',
] as const

const ImportDraft = Type.Object({
  ...File,
  bank_id: Id,
  folder_id: Type.Optional(nullable(Id)),
  /** Items that are left out. */
  skip: Type.Optional(Type.Array(Type.Integer({ minimum: 0, maximum: 10_000 }), { maxItems: 5000, uniqueItems: true })),
})
export type ImportDraft = Static<typeof ImportDraft>

export const questionImportCalls = calls({
  'POST /api/question-imports/preview': {
    summary:
      'What an import of a file of questions into a bank would make, a line a question, also what the bank would refuse. Nothing is stored',
    may: 'signedIn',
    body: Type.Object({ ...File, bank_id: Type.Optional(Id) }),
    bodyLimit,
    reply: Preview,
    status: 200,
    tx: false,
    repeatable: true,
    delegates: true,
    errors: fileErrors,
  },
  'POST /api/question-imports': {
    summary: 'Import a file of questions into a bank: a task that makes them by the calls of its person',
    may: 'signedIn',
    body: ImportDraft,
    bodyLimit,
    reply: Type.Object({ task: Type.String() }),
    status: 202,
    delegates: true,
    errors: fileErrors,
  },
  'GET /api/question-imports/:id/items': {
    summary: 'What became of each question of an import of mine, for 30 days; conditions: outcome',
    may: 'signedIn',
    params: Type.Object({ id: TaskId }),
    query: pageQuery({ conditions: Type.Optional(Type.String({ maxLength: 200 })) }),
    reply: paged(ImportedItem),
  },
})
