// The first looks of pages: HTML that is painted before a page's code has run, made of the page's first answers by a module of the page's build
// (web/src/first-look/first-looks.ts).
import type { Reading } from './first-reads.ts'

/** `answer`: parsed, or undefined where the page reads it itself. `zone`: the reader's, as far as it is known. */
export type LookContext = { answer(call: string): unknown; lang: string; zone: string | undefined; query: object }
/** `html` writes text of answers escaped; undefined: the page has none. */
export type FirstLook = { reads: readonly { call: string }[]; html(given: LookContext): string | undefined }
/** By address of a page. */
export type FirstLooks = Record<string, FirstLook | undefined>

/** `code`: the module, which imports nothing. One that cannot be read has no first looks. */
export async function readFirstLooks(code: string): Promise<FirstLooks> {
  const module = await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`).catch(() => ({}))
  return (module as { firstLooks?: FirstLooks }).firstLooks ?? {}
}

/** Waits for the reads that the look asks for. */
export async function lookOf(
  look: FirstLook | undefined,
  reading: Reading,
  given: Omit<LookContext, 'answer'>,
): Promise<string | undefined> {
  if (!look) return undefined
  const bodies = new Map(await Promise.all(look.reads.map(async ({ call }) => [call, await reading.bodyOf(call)] as const)))
  const answer = (call: string): unknown => {
    const body = bodies.get(call)
    return body === undefined ? undefined : JSON.parse(body)
  }
  return look.html({ ...given, answer })
}
