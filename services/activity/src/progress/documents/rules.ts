// The rules of reading documents page by page: the pages seen, how many of them count, and the wall clock that they cost. Pure.
import { wholePercent } from '@lyceum/kit/percent'

/** First and last page, both seen. */
export type PageRange = [first: number, last: number]
/** A document of an activity; its pages are null until they are counted, and where they cannot be. */
export type Document = { id: string; pages: number | null }
/** The pages seen of each document, by its upload. */
export type SeenPages = Record<string, PageRange[]>

/** Seconds for which a page is in view before it counts as read. Pages in view together share the time. */
export const secondsPerPage = 2
/** Seconds by which clocks may differ, as for watching. */
const tolerance = 1

/** Sorted, disjoint and joined ranges with these pages added. */
export function withPages(ranges: readonly PageRange[], pages: readonly number[]): PageRange[] {
  const sorted = [...ranges, ...pages.map((page): PageRange => [page, page])].sort(([a], [b]) => a - b)
  const joined: PageRange[] = []
  for (const [first, last] of sorted) {
    const previous = joined.at(-1)
    if (previous && first <= previous[1] + 1) previous[1] = Math.max(previous[1], last)
    else joined.push([first, last])
  }
  return joined
}

const holds = (ranges: readonly PageRange[], page: number) => ranges.some(([first, last]) => first <= page && page <= last)

/** The number of the pages 1 to `pages` that are in the ranges: a shorter document that replaces another counts those that it has. */
export const countPages = (ranges: readonly PageRange[], pages: number): number =>
  ranges.reduce((sum, [first, last]) => sum + Math.max(0, Math.min(last, pages) - Math.max(first, 1) + 1), 0)

/** A person's progress in the documents of an activity. `pages` is null while those of one of them are not known. */
export function readingOf(seen: SeenPages, documents: readonly Document[]): { read: number; pages: number | null; percent: number } {
  const read = documents.reduce((sum, { id, pages }) => sum + (pages === null ? 0 : countPages(seen[id] ?? [], pages)), 0)
  if (documents.length === 0 || documents.some(({ pages }) => pages === null)) return { read, pages: null, percent: 0 }
  const pages = documents.reduce((sum, document) => sum + document.pages!, 0)
  return { read, pages, percent: wholePercent(read, pages) }
}

/** The pages of documents together; null where there is none whose pages are known. */
export const pagesTogether = (documents: readonly Document[]): number | null => readingOf({}, documents).pages

/**
 * Spends wall clock on pages that are new, in their order, as far as it reaches: with late reports and several tabs, nobody reads faster than
 * a page in two seconds. Pages that it does not reach are left out, to be reported again.
 */
export function creditPages(
  seen: readonly PageRange[],
  reported: readonly number[],
  { pages, creditedUntil, startedAt, now }: { pages: number; creditedUntil: Date | null; startedAt: Date; now: Date },
): { seen: PageRange[]; creditedUntil: Date | null } {
  const fresh = [...new Set(reported)].filter((page) => page >= 1 && page <= pages && !holds(seen, page)).sort((a, b) => a - b)
  const from = Math.max(creditedUntil?.getTime() ?? 0, startedAt.getTime())
  const affordable = Math.floor((now.getTime() + tolerance * 1000 - from) / (secondsPerPage * 1000))
  const counted = fresh.slice(0, Math.max(0, affordable))
  if (counted.length === 0) return { seen: [...seen], creditedUntil }
  return { seen: withPages(seen, counted), creditedUntil: new Date(from + counted.length * secondsPerPage * 1000) }
}

/** The seen pages after documents were replaced, by the ids of what they were and are: pages keep their numbers. */
export const replacedDocuments = (previous: readonly string[], next: readonly string[]): [from: string, to: string][] =>
  previous.flatMap((id, nth): [string, string][] => {
    const other = next[nth]
    return other !== undefined && !next.includes(id) && !previous.includes(other) ? [[id, other]] : []
  })
