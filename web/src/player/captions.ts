// Captions in the page: the server writes WebVTT in one plain form (services/upload/src/captions/vtt.ts), which is all that is read here. Pure.

/** Seconds. */
export type Cue = { from: number; to: number; text: string }

const seconds = (stamp: string) => stamp.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
const plain = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

export function readVtt(vtt: string): Cue[] {
  return vtt
    .replaceAll('\r', '')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const [when = '', ...lines] = block.split('\n')
      const [from, to] = when.split(' --> ')
      return from && to ? [{ from: seconds(from), to: seconds(to), text: plain(lines.join('\n').trim()) }] : []
    })
}

/** The last cue that has begun, by halving; -1 before the first. Cues are in order of their beginning. */
export function begun(cues: readonly Cue[], at: number): number {
  let low = 0
  let high = cues.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (cues[middle]!.from <= at + 0.05) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** What is said now; several may speak at once. */
export function spoken(cues: readonly Cue[], at: number): string {
  const last = begun(cues, at)
  const now: string[] = []
  for (let index = last; index >= 0 && index > last - 8; index--) {
    const cue = cues[index]!
    if (cue.to > at) now.unshift(cue.text)
  }
  return now.join('\n')
}

/** The language to begin with: the one chosen before, else that of the page, else any of the same tongue. */
export function preferred(languages: readonly string[], chosen: string | null, page: string): string | undefined {
  const short = (tag: string) => tag.split('-')[0]
  return (
    languages.find((one) => one === chosen) ??
    languages.find((one) => one === page) ??
    languages.find((one) => short(one) === short(page)) ??
    languages[0]
  )
}

/** Pieces of a text with what was found marked; letters of any size and width are the same. */
export function marked(text: string, search: string): { text: string; hit: boolean }[] {
  const wanted = search.trim()
  if (!wanted) return [{ text, hit: false }]
  const pattern = new RegExp(`(${wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+')})`, 'giu')
  return text
    .split(pattern)
    .map((part, nth) => ({ text: part, hit: nth % 2 === 1 }))
    .filter((part) => part.text !== '')
}
export const hits = (text: string, search: string): boolean => marked(text, search).some((part) => part.hit)
