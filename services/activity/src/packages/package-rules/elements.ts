// The elements of the two editions: their names, and the values that they take. Pure.
import type { PackageKind, RefusedElement } from '../package-attempts/api.ts'

export type Fault = RefusedElement['fault']

/** The part of an element in the result; one without a part is only kept. */
export type Meaning = 'status' | 'completion' | 'success' | 'raw' | 'max' | 'scaled' | 'time' | undefined

const roots: Record<PackageKind, RegExp> = {
  scorm12: /^cmi\.(core|student_data|student_preference|objectives|interactions)\.[A-Za-z0-9_.]+$|^cmi\.(suspend_data|comments)$/,
  scorm2004:
    /^cmi\.(score|objectives|interactions|learner_preference|comments_from_learner)\.[A-Za-z0-9_.]+$|^adl\.(nav|data)\.[A-Za-z0-9_.]+$|^cmi\.(completion_status|success_status|progress_measure|session_time|exit|location|suspend_data)$/,
}
const meanings: Record<PackageKind, Record<string, Meaning>> = {
  scorm12: {
    'cmi.core.lesson_status': 'status',
    'cmi.core.score.raw': 'raw',
    'cmi.core.score.max': 'max',
    'cmi.core.session_time': 'time',
  },
  scorm2004: {
    'cmi.completion_status': 'completion',
    'cmi.success_status': 'success',
    'cmi.score.raw': 'raw',
    'cmi.score.max': 'max',
    'cmi.score.scaled': 'scaled',
    'cmi.session_time': 'time',
  },
}
export const meaningOf = (kind: PackageKind, element: string): Meaning =>
  Object.hasOwn(meanings[kind], element) ? meanings[kind][element] : undefined

const oneOf =
  (...words: string[]) =>
  (value: string): Fault | undefined =>
    words.includes(value) ? undefined : 'word'
const numberWithin =
  (least: number, most: number) =>
  (value: string): Fault | undefined => {
    const number = numberIn(value)
    if (number === undefined) return 'number'
    return number < least || number > most ? 'range' : undefined
  }
/** The first edition has blank scores. */
const orBlank = (check: (value: string) => Fault | undefined) => (value: string) => (value === '' ? undefined : check(value))
const time =
  (kind: PackageKind) =>
  (value: string): Fault | undefined =>
    secondsIn(kind, value) === undefined ? 'time' : undefined

const greatest = 1_000_000_000
type Check = [RegExp, (value: string) => Fault | undefined]
const checks: Record<PackageKind, Check[]> = {
  scorm12: [
    [/^cmi\.core\.lesson_status$/, oneOf('passed', 'completed', 'failed', 'incomplete', 'browsed', 'not attempted')],
    [/^cmi\.objectives\.\d+\.status$/, oneOf('passed', 'completed', 'failed', 'incomplete', 'browsed', 'not attempted')],
    [/^cmi\.(core|objectives\.\d+)\.score\.(raw|min|max)$/, orBlank(numberWithin(0, 100))],
    [/^cmi\.core\.session_time$/, time('scorm12')],
    [/^cmi\.core\.exit$/, oneOf('', 'time-out', 'suspend', 'logout')],
  ],
  scorm2004: [
    [/^cmi\.(objectives\.\d+\.)?completion_status$/, oneOf('completed', 'incomplete', 'not attempted', 'unknown')],
    [/^cmi\.(objectives\.\d+\.)?success_status$/, oneOf('passed', 'failed', 'unknown')],
    [/^cmi\.(objectives\.\d+\.)?score\.scaled$/, numberWithin(-1, 1)],
    [/^cmi\.(objectives\.\d+\.)?score\.(raw|max)$/, numberWithin(0, greatest)],
    [/^cmi\.(objectives\.\d+\.)?score\.min$/, numberWithin(-greatest, greatest)],
    [/^cmi\.(objectives\.\d+\.)?progress_measure$/, numberWithin(0, 1)],
    [/^cmi\.session_time$/, time('scorm2004')],
    [/^cmi\.exit$/, oneOf('', 'timeout', 'time-out', 'suspend', 'logout', 'normal')],
  ],
}

/** Why an element is not kept: it is none of this edition, or its value is none of the element. */
export function faultOf(kind: PackageKind, element: string, value: string): Fault | undefined {
  if (!roots[kind].test(element)) return 'element'
  for (const [names, check] of checks[kind]) if (names.test(element)) return check(value)
  return undefined
}

/** A decimal with a point: 85, 85.5, .5. No comma, no exponent, no NaN. */
export const numberIn = (value: string): number | undefined =>
  value.length <= 40 && /^-?(\d{1,12}(\.\d*)?|\.\d+)$/.test(value) ? Number(value) : undefined

/** Seconds of a length of time: HHHH:MM:SS.SS in the first edition, PnYnMnDTnHnMnS in the second, a year being 365 days and a month 30. */
export function secondsIn(kind: PackageKind, value: string): number | undefined {
  if (kind === 'scorm12') {
    const found = /^(\d{2,4}):(\d\d):(\d\d(?:\.\d{1,2})?)$/.exec(value)
    return found ? Number(found[1]) * 3600 + Number(found[2]) * 60 + Number(found[3]) : undefined
  }
  const part = (unit: string) => `(?:(\\d{1,9})${unit})?`
  const found = new RegExp(`^P${part('Y')}${part('M')}${part('D')}(?:T${part('H')}${part('M')}(?:(\\d{1,9}(?:\\.\\d{1,2})?)S)?)?$`).exec(
    value,
  )
  if (!found || value.length < 3 || value.endsWith('T')) return undefined
  const lengths = [31_536_000, 2_592_000, 86_400, 3600, 60, 1]
  return lengths.reduce((sum, seconds, nth) => sum + seconds * Number(found[nth + 1] ?? 0), 0)
}
