// The state of my work: handed in or not, late or not, and the attachments that its text mentions. Pure but for the words of a text, which need a browser.
import type { Answer } from '../../../client.ts'
import type { TextKey } from '../../../i18n.ts'
import type { Activity } from '../course/content.ts'

/** The settings of its type on the work; the server answers with all of them. */
export type WorkSettings = {
  work?: 'none' | 'text' | 'files' | 'both'
  file_types?: string[]
  files_most?: number
  file_size_mb?: number
  peer_reviews?: number
  self_weight?: number
  peer_weight?: number
}
/** An activity that work is handed in for. */
export type Assignment = Activity & { settings: WorkSettings }
export type Mine = Answer<'GET /api/activities/:id/my-submission'>
export type MyVersion = Mine['versions'][number]
export type Result = NonNullable<Mine['result']>
export type SubmittedFile = MyVersion['files'][number]

/** A length of time in the greatest unit that still says something: 90 minutes, 47 hours, 3 days. */
export function span(seconds: number): { unit: 'minutes' | 'hours' | 'days'; count: number } {
  const minutes = Math.max(1, Math.floor(Math.abs(seconds) / 60))
  if (minutes < 100) return { unit: 'minutes', count: minutes }
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? { unit: 'hours', count: hours } : { unit: 'days', count: Math.floor(hours / 24) }
}

/** Seconds between a hand-in and the due time that held: below 0 before it; undefined without a due time. */
export function lateness({
  submitted_at,
  due,
  late_seconds,
}: Pick<MyVersion, 'submitted_at' | 'due' | 'late_seconds'>): number | undefined {
  if (late_seconds > 0) return late_seconds
  return due ? Math.min(0, (Date.parse(submitted_at) - Date.parse(due)) / 1000) : undefined
}

/**
 * Seconds until the due time by the server's clock, below 0 after it; undefined without one. The device's clock counts only from one read of
 * the server to now.
 */
export function untilDue(mine: Pick<Mine, 'due' | 'late_now_seconds'>, readAt: number, now: number): number | undefined {
  if (!mine.due) return undefined
  if (mine.late_now_seconds > 0) return -(mine.late_now_seconds + (now - readAt) / 1000)
  return (Date.parse(mine.due) - now) / 1000
}

/** A sentence as a key with what is put into it: times are ISO strings, lengths of time are seconds. */
export type Sentence = { key: TextKey<'work'>; when?: string; seconds?: number }

/** The state in one or two sentences: what has become of it, and what is to be done. */
export function sentencesOf(mine: Mine, left: number | undefined): Sentence[] {
  const [last] = mine.versions
  const until = mine.submits_until
  const ask: Sentence[] = !mine.may_submit
    ? []
    : left === undefined
      ? until
        ? [{ key: 'say.openUntil', when: until }]
        : []
      : left >= 0
        ? [{ key: 'say.dueIn', when: mine.due ?? '', seconds: left }]
        : [{ key: 'say.lateNow', seconds: left }]
  if (mine.state === 'returned' && mine.result?.rework) return [{ key: 'say.rework', when: mine.result.returned_at ?? '' }, ...ask]
  if (last && mine.state !== 'draft' && mine.state !== 'none') {
    const late = lateness(last)
    const handed: Sentence =
      late === undefined
        ? { key: 'say.handedIn', when: last.submitted_at }
        : late > 0
          ? { key: 'say.handedInLate', when: last.submitted_at, seconds: late }
          : { key: 'say.handedInEarly', when: last.submitted_at, seconds: late }
    const returned = mine.state === 'returned' && mine.result?.returned_at
    return returned ? [handed, { key: 'say.returned', when: returned }] : [handed]
  }
  if (mine.draft) return [{ key: 'say.draft', when: mine.draft.updated_at }, ...ask]
  if (ask.length > 0) return [{ key: 'say.none' }, ...ask]
  return [{ key: mine.may_submit ? 'say.none' : 'say.missed' }]
}

/** The visible text of HTML. */
export const plainOf = (html: string): string =>
  new DOMParser().parseFromString(html.replace(/<\/(p|li|h\d|td|pre)>/g, ' $&'), 'text/html').body.textContent?.trim() ?? ''

/** Words as readers of the language count them; in Chinese characters of a word are no space apart. */
export function wordCount(text: string): number {
  const { Segmenter } = Intl as { Segmenter?: typeof Intl.Segmenter }
  if (!Segmenter) return text.split(/\s+/).filter(Boolean).length
  let count = 0
  for (const { isWordLike } of new Segmenter(undefined, { granularity: 'word' }).segment(text)) if (isWordLike) count++
  return count
}

const attachmentWords = /\battach(ed|ment|ments|ing)?\b|\benclosed\b|附件|附檔|附档|附上|随附|隨附|แนบ|lampir/i
/** Whether a text says that something is attached, in any of the six languages. */
export const speaksOfAttachment = (text: string): boolean => attachmentWords.test(text)
