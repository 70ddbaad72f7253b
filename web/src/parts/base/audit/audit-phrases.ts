// The fields of audit lines that are phrases of their own, because a name and a value say nothing: how many of something, markers, versions.
import type { Translate } from '../../../i18n.ts'

type T = Translate<'audit'>
type Phrase = (t: T, value: number) => string

/** The last marking of a work that two people mark is that of nobody: it counts. */
const marker: Phrase = (t, slot) => (slot === 0 ? t('phrase.result') : t('phrase.marker', { number: slot }))

const ofNumbers: Record<string, Phrase> = {
  scores: (t, count) => t('phrase.scores', { count }),
  submissions: (t, count) => t('phrase.works', { count }),
  people: (t, count) => t('phrase.people', { count }),
  students: (t, count) => t('phrase.students', { count }),
  courses: (t, count) => t('phrase.courses', { count }),
  questions: (t, count) => t('phrase.questions', { count }),
  made: (t, count) => t('phrase.lessons', { count }),
  changed: (t, count) => t('phrase.pointsChanged', { count }),
  n: (t, number) => t('phrase.version', { number }),
  version: (t, number) => t('phrase.version', { number }),
  slot: marker,
  // lines of answers before 2026-12 have the marker by this name
  place: marker,
}

/** The phrase of a field's value; '': this value says nothing; undefined: the field is shown by its name and value. */
export function phraseOf(t: T, field: string, value: unknown): string | undefined {
  if (field === 'rework') return value === true ? t('phrase.rework') : ''
  if (field === 'slots' && Array.isArray(value)) return t('phrase.answers', { count: value.length })
  const phrase = Object.hasOwn(ofNumbers, field) ? ofNumbers[field] : undefined
  return phrase && typeof value === 'number' ? phrase(t, value) : undefined
}
