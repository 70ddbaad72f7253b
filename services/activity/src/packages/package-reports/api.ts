// The contract table of reports on packages: attempts of people by items, what a package has reported, and their bin.
import { ById, Id, nullable, oneOf, paged, pageQuery, Version } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls } from '../../call-table.ts'
import { PackageItem, Result, ScoState, Status, Success } from '../package-attempts/api.ts'

const OneAttempt = Type.Object({ id: Id, attempt: Id })

export const AttemptHead = Type.Interface([Result], {
  id: Type.String(),
  n: Type.Integer(),
  seconds: Type.Integer(),
  started_at: Type.String(),
  /** Of its last save. */
  updated_at: Type.String(),
  ended_at: nullable(Type.String()),
  version: Type.Integer(),
  deleted_at: nullable(Type.String()),
})
export type AttemptHead = Static<typeof AttemptHead>

const Person = Type.Object({ id: Type.String(), name: Type.String(), user_no: Type.String(), avatar: Type.String() })

export const AttemptsRow = Type.Object({
  person: Person,
  /** In their order, without those in the bin; at most 100. */
  attempts: Type.Array(AttemptHead),
  /** The items of the last attempt that were opened. */
  items: Type.Array(
    Type.Object({ sco: Type.String(), status: Status, success: Success, score: nullable(Type.String()), seconds: Type.Integer() }),
  ),
})
export type AttemptsRow = Static<typeof AttemptsRow>
export const AttemptsPage = paged(AttemptsRow, { package_items: Type.Array(PackageItem) })
export type AttemptsPage = Static<typeof AttemptsPage>

const attemptsQuery = pageQuery({ conditions: Type.Optional(Type.String({ maxLength: 500 })) })
export type AttemptsQuery = Static<typeof attemptsQuery>

export const Interaction = Type.Object({
  sco: Type.String(),
  n: Type.Integer(),
  id: Type.String(),
  type: Type.String(),
  description: Type.String(),
  response: Type.String(),
  correct: Type.Array(Type.String()),
  result: Type.String(),
  latency: Type.String(),
  time: Type.String(),
  weighting: Type.String(),
})
export type Interaction = Static<typeof Interaction>

export const JournalEntry = Type.Object({
  seq: Type.Integer(),
  sco: Type.String(),
  at: Type.String(),
  /** Values longer than 200 characters are cut. */
  set: Type.Record(Type.String(), Type.String()),
  end: Type.Boolean(),
  /** Element → why it was refused. */
  refused: Type.Record(Type.String(), Type.String()),
})
export type JournalEntry = Static<typeof JournalEntry>

export const AttemptDetail = Type.Object({
  person: Person,
  attempt: AttemptHead,
  kind: Type.String(),
  package_items: Type.Array(PackageItem),
  states: Type.Array(ScoState),
  /** In the order of items and of the package, at most 1000. */
  interactions: Type.Array(Interaction),
  /** The newest first. */
  journal: paged(JournalEntry),
})
export type AttemptDetail = Static<typeof AttemptDetail>

export const packageReportCalls = calls({
  'GET /api/activities/:id/package-attempts': {
    summary:
      'The attempts of the students at a package, by name, with the items of the last one. conditions: keyword (name or number), state (none, incomplete, completed, passed, failed), deleted (true: attempts in the bin alone). It is what browsers have reported',
    may: 'scores.read',
    at: 'activity',
    params: ById,
    query: attemptsQuery,
    reply: AttemptsPage,
    errors: ['package.notOffered'],
  },
  'GET /api/activities/:id/package-attempts/csv': {
    summary: 'The same as a table, a line for each attempt; no cell is a formula',
    may: 'scores.read',
    at: 'activity',
    params: ById,
    reply: Type.Object({ name: Type.String(), csv: Type.String() }),
    errors: ['package.notOffered'],
  },
  'GET /api/activities/:id/package-attempts/:attempt': {
    summary: 'An attempt with its states, its interactions and its journal',
    may: 'scores.read',
    at: 'activity',
    params: OneAttempt,
    query: pageQuery(),
    reply: AttemptDetail,
    errors: ['packageAttempt.notFound'],
  },
  'DELETE /api/activities/:id/package-attempts/:attempt': {
    summary: 'Delete an attempt: it counts no more, and for 30 days it can be restored',
    may: 'scores.change',
    at: 'activity',
    params: OneAttempt,
    query: Type.Object({ version: Version }),
    reply: Type.Null(),
    status: 204,
    errors: ['packageAttempt.notFound', 'packageAttempt.newer', 'results.final'],
  },
  'PUT /api/activities/:id/package-attempts/:attempt/restore': {
    summary: 'Bring a deleted attempt back',
    may: 'scores.change',
    at: 'activity',
    params: OneAttempt,
    reply: AttemptHead,
    errors: ['packageAttempt.notFound', 'results.final'],
  },
})
/** A word of the condition `state`. */
export const AttemptState = oneOf('none', 'incomplete', 'completed', 'passed', 'failed')
export type AttemptState = Static<typeof AttemptState>
