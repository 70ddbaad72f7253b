// Captions: reading the plain WebVTT that the server writes (services/upload/src/captions/vtt.ts), finding cues and matches. Pure.

import { holding } from '@lyceum/kit/text/folded'
import { hitsOf, type Piece, piecesOf } from '@lyceum/kit/text/hits'

/** `from` and `to` in seconds of the recording. */
export type Cue = { from: number; to: number; text: string }

const parseSeconds = (stamp: string) => stamp.split(':').reduce((sum, part) => sum * 60 + Number(part), 0)
const unescapeText = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

export function readVtt(vtt: string): Cue[] {
  return vtt
    .replaceAll('\r', '')
    .split(/\n{2,}/)
    .flatMap((block) => {
      const [timing = '', ...lines] = block.split('\n')
      const [from, to] = timing.split(' --> ')
      return from && to ? [{ from: parseSeconds(from), to: parseSeconds(to), text: unescapeText(lines.join('\n').trim()) }] : []
    })
}

/** Index of the last cue that begins at or before `position` (seconds), by binary search; -1 before the first. Cues are sorted by `from`. */
export function cueIndexAt(cues: readonly Cue[], position: number): number {
  let low = 0
  let high = cues.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (cues[middle]!.from <= position + 0.05) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The caption at `position` (seconds): a line for each cue that is on, as several persons may speak at once. */
export function captionAt(cues: readonly Cue[], position: number): string {
  const last = cueIndexAt(cues, position)
  const lines: string[] = []
  for (let index = last; index >= 0 && index > last - 8; index--) {
    const cue = cues[index]!
    if (cue.to > position) lines.unshift(cue.text)
  }
  return lines.join('\n')
}

/** The language to begin with: the one last chosen, else the page's, else a variant of the page's, else the first. */
export function preferredLanguage(languages: readonly string[], chosen: string | null, page: string): string | undefined {
  const short = (tag: string) => tag.split('-')[0]
  return (
    languages.find((language) => language === chosen) ??
    languages.find((language) => language === page) ??
    languages.find((language) => short(language) === short(page)) ??
    languages[0]
  )
}

/** A line that holds every word of the search, in parts; the words are hits. */
export const markMatches = (text: string, search: string): Piece[] => piecesOf(text, hasMatch(text, search) ? hitsOf(text, search) : [])
export const hasMatch = (text: string, search: string): boolean => holding(search)(text)
