// What is said behind the pages of a copy of the marks that are drawn on none of them: on a written text, a file of text, a recording. Pure.
import { clock } from '../../../ui/format.ts'
import type { InkPoint } from '../geometry.ts'
import { inkOf, type Mark, placeOf } from '../mark.ts'

/** Words of the page's language. */
type Say = {
  kind: (kind: 'highlight' | 'pen' | 'stamp') => string
  stamp: (name: string) => string
  /** How far down a text it stands, in per cent. */
  down: (percent: number) => string
}
export type About = {
  /** Of the file, where there are several parts. */
  name?: string | undefined
  /** Of a written text or a file of text: its characters. */
  words?: string | undefined
}
export type Listed = { text: string; colour: string; number?: number | undefined; stroke?: readonly InkPoint[] | undefined }

/** Characters of a quotation of what begins at a place. */
const longestQuote = 40

/** Where it is: the words it is on, the second of a recording, or how far down. */
function placed({ shape, ...mark }: Mark, { name, words }: About, say: Say): string {
  const { from, to } = shape
  const y = placeOf({ ...mark, shape })?.[1]
  const quoted = words !== undefined && from !== undefined ? words.slice(from, to ?? from + longestQuote).trim() : ''
  const where = quoted
    ? `“${quoted}”`
    : words === undefined && from !== undefined
      ? clock(from)
      : y === undefined
        ? ''
        : say.down(Math.round(y / 10))
  return [name, where].filter(Boolean).join(', ')
}

function said({ kind, text }: Mark, say: Say): string {
  if (kind === 'stamp') return `${say.kind('stamp')}: ${say.stamp(text)}`
  if (kind === 'pen') return say.kind('pen')
  return text || (kind === 'highlight' ? say.kind('highlight') : '')
}

/** A mark as lines: its place, and what it says. Comments on pages are where their number is. */
export function listedMark(mark: Mark, number: number | undefined, about: About | undefined, say: Say): Listed {
  const place = about ? placed(mark, about, say) : ''
  return {
    text: [place, said(mark, say)].filter(Boolean).join('\n'),
    colour: mark.colour,
    number,
    stroke: mark.kind === 'pen' ? inkOf(mark.shape) : undefined,
  }
}
