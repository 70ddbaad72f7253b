// Messages between the page and the frame of a package, over one port: their shapes, their bounds and the check that both sides make of what arrives.

export type Edition = 'scorm12' | 'scorm2004'
export type Values = Record<string, string>
/** State of a sco: values by their element, seconds of earlier sessions. */
export type ScoState = { data: Values; time: number }
/** The rules of a sco by the manifest; '' or null: none. */
export type ScoRules = {
  mastery: string | null
  max_time: string | null
  time_limit_action: string | null
  data_from_lms: string | null
  threshold: string | null
}
export type Entry = { seq: number; sco: string; at: number; set: Values; end: boolean }

export type ToFrame =
  | {
      what: 'begin'
      kind: Edition
      item: string
      /** Path in the package with its parameters. */
      launch: string
      title: string
      state: ScoState | null
      rules: ScoRules
      learner: { alias: string; name: string }
      /** Nothing counts: somebody who teaches tries it. */
      trial: boolean
      /** Whether there is a next and a previous item. */
      next: boolean
      previous: boolean
      first_seq: number
    }
  /** Everything up to it is on the device, or at the server. */
  | { what: 'kept' | 'saved'; seq: number }
  /** Nothing is in the frame any more; it answers that it is ready. */
  | { what: 'clear' }
export type ToPage =
  /** `left`: entries of an earlier frame that no page has kept, each a message before `ready`. */
  | ({ what: 'left' } & Entry)
  | { what: 'ready' }
  | { what: 'set'; seq: number; sco: string; set: Values; at: number }
  | { what: 'commit' | 'end'; sco: string; seq: number; at: number }
  | { what: 'go'; item: string }
  | { what: 'failed'; text: string }

/** Characters of a message, as JSON. */
export const longest = 64 * 1024
const longestName = 500
/** The last one that a date can be, in milliseconds. */
const lastMoment = 8.64e15

type Check = (value: unknown) => boolean
const text =
  (most: number): Check =>
  (value) =>
    typeof value === 'string' && value.length <= most
const whole: Check = (value) => Number.isSafeInteger(value) && (value as number) >= 0
const moment: Check = (value) => whole(value) && (value as number) <= lastMoment
const seconds: Check = (value) => typeof value === 'number' && Number.isFinite(value) && value >= 0
const yes: Check = (value) => typeof value === 'boolean'
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
const oneOf =
  (...words: string[]): Check =>
  (value) =>
    words.includes(value as string)
const shape =
  (fields: Record<string, Check>): Check =>
  (value) =>
    isObject(value) &&
    Object.keys(value).every((name) => Object.hasOwn(fields, name)) &&
    Object.entries(fields).every(([name, check]) => check(value[name]))
const values: Check = (value) =>
  isObject(value) && Object.entries(value).every(([name, one]) => name.length <= longestName && typeof one === 'string')
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value) as null)

const name = text(longestName)
const rule = orNull(text(4096))
const toFrame: Record<string, Check> = {
  begin: shape({
    what: oneOf('begin'),
    kind: oneOf('scorm12', 'scorm2004'),
    item: name,
    launch: text(2000),
    title: text(1000),
    state: orNull(shape({ data: values, time: seconds })),
    rules: shape({ mastery: rule, max_time: rule, time_limit_action: rule, data_from_lms: rule, threshold: rule }),
    learner: shape({ alias: name, name }),
    trial: yes,
    next: yes,
    previous: yes,
    first_seq: whole,
  }),
  kept: shape({ what: oneOf('kept'), seq: whole }),
  saved: shape({ what: oneOf('saved'), seq: whole }),
  clear: shape({ what: oneOf('clear') }),
}
const entry = { seq: whole, sco: name, at: moment, set: values }
const toPage: Record<string, Check> = {
  left: shape({ ...entry, what: oneOf('left'), end: yes }),
  ready: shape({ what: oneOf('ready') }),
  set: shape({ ...entry, what: oneOf('set') }),
  commit: shape({ what: oneOf('commit'), sco: name, seq: whole, at: moment }),
  end: shape({ what: oneOf('end'), sco: name, seq: whole, at: moment }),
  go: shape({ what: oneOf('go'), item: name }),
  failed: shape({ what: oneOf('failed'), text: text(2000) }),
}

function read(checks: Record<string, Check>, most: number, message: unknown): unknown {
  if (!isObject(message) || typeof message.what !== 'string' || !Object.hasOwn(checks, message.what)) return undefined
  return checks[message.what]?.(message) && sizeOf(message) <= most ? message : undefined
}
export const sizeOf = (message: unknown) => JSON.stringify(message).length

/** A message of the page; undefined: it is none, and is dropped. A state is the sum of many messages. */
export const readToFrame = (message: unknown) => read(toFrame, longest * 8, message) as ToFrame | undefined
/** A message of the frame; undefined: it is none, and is dropped. */
export const readToPage = (message: unknown) => read(toPage, longest, message) as ToPage | undefined
