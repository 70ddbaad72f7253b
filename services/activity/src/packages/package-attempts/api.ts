// The contract table of attempts at packages: opened, begun, and saved as the package reports. A save stores no answer and emits no fact unless the result changes.
import { ById, Id, nullable, oneOf } from '@lyceum/kit/calls/shapes'
import { type Static, Type } from 'typebox'
import { calls, notOpen } from '../../call-table.ts'

/** Most entries of one save. */
export const mostEntries = 500
/** Most characters of one element, suspend_data among them; of all other elements of a sco together, and of a whole attempt. */
export const longestElement = 65_536
export const mostOfSco = 65_536
export const mostOfAttempt = 1_048_576
/** Most characters of what the sequencing of an attempt keeps. */
export const mostOfSequencing = 262_144
/** Saves of one person in a second. */
export const savesInSecond = 5

export const PackageKind = oneOf('scorm12', 'scorm2004')
export type PackageKind = Static<typeof PackageKind>
export const Status = oneOf('not_attempted', 'incomplete', 'completed')
export type Status = Static<typeof Status>
export const Success = oneOf('unknown', 'passed', 'failed')
export type Success = Static<typeof Success>

/** The identifier of an item in its manifest. */
const Sco = Type.String({ minLength: 1, maxLength: 500 })
const Device = Id
const Sequencing = Type.Object({}, { additionalProperties: true })

export const Result = Type.Object({
  status: Status,
  success: Success,
  /** In per cent, with at most four places; null: the package has reported none. */
  score: nullable(Type.String()),
})
export type Result = Static<typeof Result>

export const ScoState = Type.Object({
  sco: Sco,
  /** Element → value as the package set it: cmi.core.lesson_location, … */
  data: Type.Record(Type.String(), Type.String()),
  /** Seconds of the sessions so far. */
  time: Type.Number(),
  status: Status,
  success: Success,
})
export type ScoState = Static<typeof ScoState>

export const PackageAttempt = Type.Interface([Result], {
  id: Type.String(),
  /** Counts from 1. */
  n: Type.Integer(),
  /** Of the last entry saved: a device goes on with numbers above it. */
  seq: Type.Integer(),
  states: Type.Array(ScoState),
  sequencing: nullable(Sequencing),
  /** It counts nowhere. */
  trial: Type.Boolean(),
  started_at: Type.String(),
  /** When another attempt was begun after it; null: it goes on. */
  ended_at: nullable(Type.String()),
})
export type PackageAttempt = Static<typeof PackageAttempt>

export const PackageItem = Type.Object({
  id: Sco,
  /** '' at the top. */
  parent: Type.String(),
  title: Type.String(),
  sco: Type.Boolean(),
  mastery: Type.String(),
})
export type PackageItem = Static<typeof PackageItem>

export const PackageView = Type.Object({
  /** A grant for the upload of the attempt, or of the activity before one is begun. */
  grant: Type.String(),
  upload_id: Type.String(),
  /** Null until the package is opened. */
  kind: nullable(PackageKind),
  title: Type.String(),
  items: Type.Array(PackageItem),
  settings: Type.Object({ window: oneOf('frame', 'own'), resume: oneOf('ask', 'always') }),
  /** The alias is the learner's in this course, and says no more. */
  learner: Type.Object({ alias: Type.String(), name: Type.String() }),
  /** My last one. */
  attempt: nullable(PackageAttempt),
  /** The device that holds the attempt, and since when; null without a device in the query or an attempt. */
  device: nullable(Type.Object({ mine: Type.Boolean(), at: Type.String() })),
  /** Attempts that are left; null: as many as I like. */
  left: nullable(Type.Integer()),
  /** Another one may be begun now. */
  can_new: Type.Boolean(),
})
export type PackageView = Static<typeof PackageView>

export const Entry = Type.Object({
  /** Grows with every entry of an attempt; an element keeps the value of the highest. */
  seq: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
  sco: Sco,
  /** By the clock of the device, which may be wrong: it is shown and counts nothing. */
  at: Type.Optional(Type.String({ maxLength: 40 })),
  set: Type.Record(Type.String({ maxLength: 255 }), Type.String()),
  /** The package has finished this sco (LMSFinish, Terminate). */
  end: Type.Optional(Type.Boolean()),
})
export type Entry = Static<typeof Entry>

export const Save = Type.Object({
  attempt: Id,
  device: Device,
  entries: Type.Array(Entry, { maxItems: mostEntries }),
  sequencing: Type.Optional(nullable(Sequencing)),
})
export type Save = Static<typeof Save>

export const RefusedElement = Type.Object({
  seq: Type.Integer(),
  sco: Type.String(),
  element: Type.String(),
  fault: oneOf('element', 'number', 'range', 'word', 'time', 'tooLarge'),
})
export type RefusedElement = Static<typeof RefusedElement>

export const SaveReply = Type.Object({
  /** The last entry that the server holds: whatever was sent is saved. */
  seq: Type.Integer(),
  state: Result,
  saved_at: Type.String(),
  /** Elements that are none, or whose value is none; the others of their entry are saved. */
  refused: Type.Array(RefusedElement),
})
export type SaveReply = Static<typeof SaveReply>

export const packageAttemptCalls = calls({
  'GET /api/activities/:id/package': {
    summary: 'The package of an activity with a grant for its files, my attempt and its state',
    may: 'viewCourse',
    at: 'activity',
    params: ById,
    query: Type.Object({ device: Type.Optional(Device) }),
    reply: PackageView,
    errors: [...notOpen, 'package.notOffered'],
  },
  'POST /api/activities/:id/package-attempts': {
    summary:
      'Begin an attempt, or go on with mine on this device; with take_over from the device that holds it, with new another one after it',
    may: 'viewCourse',
    simulated: 'trial',
    at: 'activity',
    params: ById,
    body: Type.Object({ device: Device, take_over: Type.Optional(Type.Boolean()), new: Type.Optional(Type.Boolean()) }),
    reply: PackageView,
    status: 200,
    errors: [...notOpen, 'package.notOffered', 'package.notReady', 'package.elsewhere', 'packageAttempt.noneLeft'],
    example: { device: '2c5ea4c0-4067-4fe9-8bad-9b1deb4d3b7d' },
  },
  'PUT /api/activities/:id/package-attempt': {
    summary:
      'Save what the package has set, in entries with growing numbers; an older or a repeated one changes nothing. 409 package.elsewhere names since when another device holds the attempt',
    may: 'viewCourse',
    simulated: 'trial',
    at: 'activity',
    params: ById,
    body: Save,
    reply: SaveReply,
    tx: false,
    repeatable: true,
    bodyLimit: 4 * 1024 * 1024,
    errors: [
      'activity.ended',
      'activity.notStarted',
      'course.unpublished',
      'simulation.visitor',
      'package.elsewhere',
      'packageAttempt.notFound',
    ],
    example: {
      attempt: '0193e6a1-2b4c-7d5e-8f60-718293a4b5c6',
      device: '2c5ea4c0-4067-4fe9-8bad-9b1deb4d3b7d',
      entries: [{ seq: 1, sco: 'item_1', set: { 'cmi.core.lesson_status': 'incomplete' } }],
    },
  },
})
