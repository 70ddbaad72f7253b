// Rules of handing in: until when, how late it is, its receipt. Pure.
import { createHash } from 'node:crypto'
import { shortName } from '@lyceum/kit/text/short-names'
import { instantOf, localOf } from '@lyceum/kit/text/time-zones'
import type { WorkRules } from '../types/activity-types/definition.ts'
import type { Times } from '../times/rules.ts'

/** A file that is handed in. `name`: its owner's name for it. */
export type SubmittedFile = { upload_id: string; name: string; size: number; type: string; in_text?: true }

/** The state of a submission; of one that is not begun: 0 and false. */
export type Progress = { n: number; rework: boolean }

export type Terms = Pick<WorkRules, 'times' | 'until' | 'lateRefused'> &
  Times & {
    /** More of them by an allowance: so many in all. */
    attempts: number | null
  }

/** Until then it may be handed in (again); what was returned for rework at any time. */
export function submitsUntil({ closes, due, lateRefused, until }: Terms, { n, rework }: Progress): Date | null {
  if (rework) return null
  return earliest([closes, lateRefused ? due : null, n > 0 ? until : null])
}

/** The number of times that it may still be handed in; null: as often as they like. */
export function left({ times, attempts }: Terms, { n, rework }: Progress): number | null {
  const all = attempts ?? times
  if (all === null) return null
  return Math.max(rework ? 1 : 0, all - n)
}

export type Refusal = 'submission.closed' | 'submission.noneLeft'
export function refusalOf(terms: Terms, progress: Progress, now: Date): Refusal | null {
  const end = submitsUntil(terms, progress)
  if (left(terms, progress) === 0) return 'submission.noneLeft'
  return end && now >= end ? 'submission.closed' : null
}

/** Whole seconds; 0: on time. Rework is as late as what it replaces. */
export function lateSeconds(due: Date | null, now: Date, before: Progress & { lateSeconds: number }): number {
  if (before.rework) return before.lateSeconds
  return due && now > due ? Math.ceil((now.getTime() - due.getTime()) / 1000) : 0
}

/** A group's times: nobody in it is late before the last of them is, and it opens with the first. */
export const groupTimes = (members: readonly Times[]): Times => ({
  opens: members.some(({ opens }) => opens === null) ? null : earliest(members.map(({ opens }) => opens)),
  due: latest(members.map(({ due }) => due)),
  closes: latest(members.map(({ closes }) => closes)),
})
const earliest = (dates: (Date | null)[]) => dates.reduce((first, date) => (date && (!first || date < first) ? date : first), null)
/** Null is never. */
const latest = (dates: (Date | null)[]) =>
  dates.length === 0 || dates.includes(null) ? null : dates.reduce((last, date) => (date! > last! ? date : last))

/** Twelve characters that stand for what was handed in and when. */
export function receiptOf(submission: string, n: number, at: Date, text: string, files: readonly SubmittedFile[]): string {
  const content = JSON.stringify([submission, n, at.toISOString(), text, files.map(({ upload_id, size }) => [upload_id, size])])
  return createHash('sha256').update(content).digest('hex').slice(0, 12).toUpperCase()
}

const extension = (name: string) => /[^.](\.[^.]{1,10})$/.exec(name)?.[1]?.toLowerCase() ?? ''
/** The name of a file whose author is not named: file-1.pdf. */
export const namelessFile = ({ name }: Pick<SubmittedFile, 'name'>, nth: number): string => `file-${nth + 1}${extension(name)}`

/**
 * A text whose author is not named: its attachments have the names of namelessFile, by their place among the files of the version, and its files the
 * ids of `alias`. Each stays as long as it was, for marks on the text count its characters.
 */
export const namelessText = (html: string, files: readonly SubmittedFile[], alias: (upload: string) => string): string =>
  html
    .replace(/<(?:img|a)\b[^<>]*\sdata-upload="[^<>]*>/gi, (tag) => tag.replace(/\stitle="[^"]*"/gi, ''))
    .replace(/(<a\b[^<>]*\sdata-upload="([0-9a-f-]{36})"[^<>]*>)([\s\S]*?)<\/a>/gi, (_, tag: string, id: string, words: string) => {
      const nth = files.findIndex(({ upload_id }) => upload_id === id.toLowerCase())
      const { length } = words.replace(/<[^<>]*>/g, '').replace(/&#?[a-z0-9]+;/gi, '?')
      return `${tag}${(nth < 0 ? 'file' : namelessFile(files[nth]!, nth)).slice(0, length).padEnd(length, '\u00a0')}</a>`
    })
    .replace(/(?<=\sdata-upload=")[0-9a-f-]{36}(?=")/gi, (id) => alias(id.toLowerCase()))

const day = 86_400_000
/** The begin of the day of a time, by the clocks of a zone. */
export const dayOf = (time: Date, zone: string): Date => new Date(instantOf(zone, Math.floor(localOf(zone, time.getTime()) / day) * day))

type General = { dueTime: Date | null; endTime: Date | null; zone: string }
/**
 * When nameless work was handed in and how late it was, as who marks it reads it: noon of its day, and whole days. The lists of progress name who did
 * what at which moment. Times of one's own do not show: the day follows from the general due time where the work is late, and is never behind it
 * where it is not.
 */
export function coarseHandIn(at: Date, late: number, { dueTime, endTime, zone }: General): { at: Date; late: number } {
  const derived = late > 0 && dueTime ? new Date(dueTime.getTime() + late * 1000) : at
  const known = earliest([derived, late > 0 ? endTime : (dueTime ?? endTime)])!
  return { at: new Date(dayOf(known, zone).getTime() + day / 2), late: Math.ceil((late * 1000) / day) * (day / 1000) }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what no folder takes
const unfit = /[/\\:*?"<>|\u0000-\u001f\u007f]+/g
/** Bytes of a name at most, so that a number fits behind it. */
const fitBytes = 200
/** A name as every file system takes it; one that is too long keeps its ending. */
export const fitName = (name: string): string => shortName(name.replace(unfit, '_').replace(/^[. ]+|[. ]+$/g, ''), fitBytes) || '_'

/** Paths that are no two the same, whatever the case of their letters: the second one gets a number. */
export function uniquePaths(paths: readonly string[]): string[] {
  const taken = new Set<string>()
  return paths.map((path) => {
    const end = extension(path)
    const begin = end ? path.slice(0, -end.length) : path
    let unique = path
    for (let nth = 2; taken.has(unique.toLowerCase()); nth++) unique = `${begin} (${nth})${end}`
    taken.add(unique.toLowerCase())
    return unique
  })
}
