// The list behind the pages of a copy, of the marks that are drawn on none of them: on a written text, a file of text, a recording. Pure.
import { clock } from '../../ui/format.ts'
import type { InkPoint } from '../../anchors/geometry.ts'
import { inkOf, type Mark, placeOf } from '../../anchors/mark.ts'

/** Words of the page's language. */
type Texts = {
  kind: (kind: 'highlight' | 'pen' | 'stamp') => string
  stamp: (name: string) => string
  /** Its position in a text, in per cent from the top. */
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

/** Its place: the words it is on, the second of a recording, or how far down. */
function placed({ shape, ...mark }: Mark, { name, words }: About, say: Texts): string {
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

function textOf({ kind, text }: Mark, say: Texts): string {
  if (kind === 'stamp') return `${say.kind('stamp')}: ${say.stamp(text)}`
  if (kind === 'pen') return say.kind('pen')
  return text || (kind === 'highlight' ? say.kind('highlight') : '')
}

/** A mark as lines: its place, and what it says. Comments on pages are where their number is. */
export function listedMark(mark: Mark, number: number | undefined, about: About | undefined, say: Texts): Listed {
  const place = about ? placed(mark, about, say) : ''
  return {
    text: [place, textOf(mark, say)].filter(Boolean).join('\n'),
    colour: mark.colour,
    number,
    stroke: mark.kind === 'pen' ? inkOf(mark.shape) : undefined,
  }
}
